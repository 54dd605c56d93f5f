// report_drawn.js - draws the figures of the report without a browser: `node report_drawn.js DATA-JSON < report_figures.js` with
// stand-ins for what report.js and the page have. Prints which elements each figure has, as {"recall": {"circle": 4, …}, …}.

"use strict";

const about = JSON.parse(process.argv[2]);
const made = {};
let figure;
const box = { append() {}, clientWidth: 800, replaceChildren() {} };
globalThis.about = about;
globalThis.number = { format: String };
globalThis.count = (value, noun) => `${value} ${noun}s`;
globalThis.unique = (values) => [...new Set(values)].filter(Boolean);
globalThis.kindName = globalThis.visible = String;
globalThis.articles = new Proxy([], { get: () => ({ name: "" }) });
globalThis.address = () => null;
globalThis.byId = () => ({ querySelector: () => box });
globalThis.head = globalThis.scrolled = globalThis.named = () => ({});
globalThis.ResizeObserver = class {
    observe() {}
};
globalThis.make = (name, ...parts) => {
    const [attributes] = parts;
    const tag = name.split(".")[0];
    if (tag === "figure") figure = made[attributes.id.replace("figure-", "")] = {};
    if (figure) figure[tag] = (figure[tag] || 0) + 1;
    for (const value of Object.values(Object(attributes)))
        if (/NaN|undefined|Infinity/.test(String(value))) throw new Error(`${name}: ${JSON.stringify(attributes)}`);
    return { ...box, tagName: tag };
};

const source = require("fs").readFileSync(0, "utf8").replace('"use strict";', "");
(0, eval)(source.replace(/^const /gm, "var "));
drawFigures(about.figures);
console.log(JSON.stringify(made));
