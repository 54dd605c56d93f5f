// report_drawn.js - draws the figures of the report without a browser: `node report_drawn.js FIGURES-JSON < report_figures.js`
// with stand-ins for what report.js and the page have. Prints the power law of the sizes, and the elements that were made.

"use strict";

const data = JSON.parse(process.argv[2]);
const made = {};
const box = { append() {}, clientWidth: 800, replaceChildren() {} };
globalThis.about = { sentence: "sentence", pairs: 10, kinds: [], setting: { jaccard: 0.6, detection: "minhash" } };
globalThis.number = { format: String };
globalThis.count = (value, noun) => `${value} ${noun}s`;
globalThis.kindName = String;
globalThis.byId = () => box;
globalThis.head = globalThis.scrolled = () => ({});
globalThis.ResizeObserver = class {
    observe() {}
};
globalThis.make = (name, ...parts) => {
    const [attributes] = parts;
    made[name.split(/[.#]/)[0]] = (made[name.split(/[.#]/)[0]] || 0) + 1;
    for (const value of Object.values(Object(attributes)))
        if (/NaN|undefined|Infinity/.test(String(value))) throw new Error(`${name}: ${JSON.stringify(attributes)}`);
    return { ...box, tagName: name };
};

const source = require("fs").readFileSync(0, "utf8").replace('"use strict";', "");
(0, eval)(source.replace(/^const /gm, "var "));
drawKinds(data.kinds);
drawSizes(data.sizes);
drawRecall(data.recall);
drawDistances(data.distances, 0.6, data.shingle_part);
console.log(JSON.stringify({ law: powerLaw(data.sizes) || null, made }));
