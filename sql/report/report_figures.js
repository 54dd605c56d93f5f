// report_figures.js - draws the figures of the report as SVG. Each is drawn for the width that it has, and has
// its numbers in a table, too.

"use strict";

const GAP = 6; // pixels between a figure's parts and their labels

// Where a chart has its axes, in pixels from the left, from the right, and from the top.
const LEFT = 48;
const RIGHT = 10;
const TOP = 26;
const FLOOR = 236;
const CHART_HEIGHT = 280;

// ---- Scales and axes -------------------------------------------------------------------------------

// An axis is { name, from, to, ticks, log, text }; a logarithmic one has ticks of its own unless it has some.
const logarithmic = (name, from, to, more) => ({ name, log: true, from, to, ...more });
const shares = (name) => ({ name, from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1], text: percent });

function scale({ log, from, to }, start, end) {
    const at = log ? Math.log : Number;
    return (value) => start + ((at(value) - at(from)) / (at(to) - at(from))) * (end - start);
}

// What a logarithmic axis names: powers of ten, and what is between them if there are few.
function logarithmicTicks(from, to) {
    const within = (digits) =>
        Array.from({ length: 13 }, (_, i) => digits.map((digit) => digit * 10 ** (i - 6)))
            .flat()
            .filter((tick) => tick >= from && tick <= to);
    const tens = within([1]);
    return tens.length < 3 ? within([1, 2, 5]) : tens;
}

// How a line is broken.
const DASHED = "6 3";
const DOTTED = "2 3";

// ---- Marks -----------------------------------------------------------------------------------------

const line = (x1, y1, x2, y2, look) => make("line", { x1, y1, x2, y2, ...look });
const upright = (x, y1, y2, style) => line(x, y1, x, y2, { style });
const rectangle = (x, y, width, height, style, title) => make("rect", { x, y, width, height, style }, titled(title));
const dot = (cx, cy, r, style, title) => make("circle", { cx, cy, r, style }, titled(title));
const titled = (text) => text && make("title", text);

const write = (x, y, text, anchor = "start", className = "note") =>
    make(`text.${className}`, { x, y, "text-anchor": anchor }, text);

// A line through [x, y] of each point.
const curve = (points, x, y, style) =>
    make("path", {
        d: "M" + points.map((point) => `${x(point[0]).toFixed(1)},${y(point[1]).toFixed(1)}`).join("L"),
        style: `fill: none; ${style}`,
    });

const percent = (share) => `${Math.round(100 * share)}\u00a0%`;
const exactly = (share) => `${(100 * share).toFixed(1)}\u00a0%`;

// ---- Charts ----------------------------------------------------------------------------------------

// Two axes, and on them what `draw(x, y, width)` gives, which gets their scales.
const charted = (xAxis, yAxis, draw) => (width) => {
    const right = width - RIGHT;
    const x = scale(xAxis, LEFT, right);
    const y = scale(yAxis, FLOOR, TOP);
    const [xText, yText] = [xAxis, yAxis].map(({ text = number.format }) => text);
    const [all, yTicks] = [xAxis, yAxis].map(({ ticks, from, to }) => ticks ?? logarithmicTicks(from, to));
    const room = (right - LEFT) / 34; // ticks for which there is room
    const xTicks = all.filter((_, i) => i % Math.ceil(all.length / room) === 0);
    return [
        CHART_HEIGHT,
        [
            yTicks.map((tick) => [
                line(LEFT, y(tick), right, y(tick), { class: "grid" }),
                write(LEFT - GAP, y(tick) + 4, yText(tick), "end"),
            ]),
            line(LEFT, FLOOR, right, FLOOR, { class: "axis" }),
            xTicks.map((tick) => [
                line(x(tick), FLOOR, x(tick), FLOOR + 4, { class: "axis" }),
                write(x(tick), FLOOR + 18, xText(tick), "middle"),
            ]),
            draw(x, y, width),
            write(right, CHART_HEIGHT - 2, xAxis.name, "end", "label"),
            write(0, TOP - 14, yAxis.name, "start", "label"),
        ],
    ];
};

// Series are { name, colour, points: [[x, y, title], …], line, dash, dots, stems, ranges: [[x, low, high], …] }: a line
// of that width, dots of that radius, or both. Colours are the names of variables. The first one is drawn above the others.
const drawSeries = (series, x, y) =>
    [...series].reverse().map(({ colour, points, line: thick, dash = "none", dots, stems, ranges = [] }) => {
        const stroke = `stroke: var(${colour});`;
        return [
            ranges.map(([at, low, high]) => upright(x(at), y(low), y(high), `${stroke} stroke-width: 1.5`)),
            stems &&
                points.map(([at, value]) => upright(x(at), FLOOR, y(value), `${stroke} opacity: .25; stroke-width: 2`)),
            thick &&
                points.length > 1 &&
                curve(points, x, y, `${stroke} stroke-width: ${thick}; stroke-dasharray: ${dash}`),
            dots && points.map(([at, value, title]) => dot(x(at), y(value), dots, `fill: var(${colour})`, title)),
        ];
    });

const legend = (series) =>
    series
        .filter(({ name, points }) => name && points.length)
        .map(({ name, colour, dash, line: thick }) => {
            const look = thick ? { [DASHED]: "dashed", [DOTTED]: "dotted" }[dash] || "line" : "dot";
            return make(`span.key.${look}`, { style: `--accent: var(${colour})` }, name);
        });

// A figure of series on two axes, with a legend. `over(x, y, width)` draws what else there is.
const chart = (id, title, caption, summary, { x: xAxis, y: yAxis, series, over = () => [] }, ...tables) =>
    figure(
        id,
        title,
        [caption, make("span.keys", legend(series))],
        summary,
        charted(xAxis, yAxis, (x, y, width) => [drawSeries(series, x, y), over(x, y, width)]),
        ...tables,
    );

// A table of numbers and texts, folded. A head or a cell that is an element is a name.
const table = (heads, rows, name = "The numbers") =>
    make(
        "details",
        make("summary", name),
        scrolled(
            `${name} of this figure`,
            heads.map((text) => (text.tagName ? text : head(text, "th.number"))),
            rows.map((row) =>
                make(
                    "tr",
                    row.map((cell) =>
                        cell?.tagName
                            ? make("td", cell)
                            : make("td.number", typeof cell === "number" ? number.format(cell) : (cell ?? "–")),
                    ),
                ),
            ),
        ),
    );

// Puts title, caption, drawing and tables into an element, or into a new figure of that name. `draw(width)` gives
// [height, parts]; without it there are only words.
function figure(at, title, caption, summary, draw, ...tables) {
    const place = typeof at === "string" ? make("figure", { id: "figure-" + at }) : at;
    if (place !== at) byId("figures").querySelector(".figures").append(place);
    place.append(...[title && make("h3", title), make("figcaption", caption)].filter(Boolean));
    if (!draw) return;
    const drawing = make("div");
    place.append(...[drawing, ...tables].filter(Boolean));
    let last = 0;
    const redraw = () => {
        const width = Math.floor(drawing.clientWidth);
        if (!width || width === last) return;
        last = width;
        const [height, drawn] = draw(width);
        const parts = drawn.flat(Infinity).filter(Boolean);
        const role = parts.some((part) => part.tagName === "a") ? "group" : "img";
        const size = { viewBox: `0 0 ${width} ${height}`, width, height };
        drawing.replaceChildren(make("svg", { ...size, role, "aria-label": summary }, parts));
    };
    redraw();
    new ResizeObserver(redraw).observe(drawing);
}

// ---- The figures -----------------------------------------------------------------------------------

// Of rows that begin [kind or size, clusters], how many clusters there are.
const totalOf = (rows) => rows.reduce((sum, [, clusters]) => sum + clusters, 0);

function drawKinds(kinds) {
    const title = "Kinds of clusters";
    if (!kinds.length) return figure("kinds", title, "There are no clusters.");
    const total = totalOf(kinds);
    const most = Math.max(...kinds.map(([, clusters, , theirs]) => Math.max(clusters / total, theirs)));
    const row = 46; // pixels
    figure(
        "kinds",
        title,
        "A cluster is a set of sentences that are alike. How many there are of each kind, and their share of all. (A " +
            "cluster may have pairs of several kinds, so these numbers are not those of the findings above.) The upright " +
            "line is the share in Table 1 of Weissman et al. 2015.",
        kinds.map(([kind, clusters]) => `${kindName(kind)}: ${clusters}`).join(", "),
        (width) => {
            const x = scale({ from: 0, to: most }, 0, width - 4);
            const drawn = kinds.map(([kind, clusters, sentences, theirs], i) => {
                const share = clusters / total;
                const said = `${count(clusters, "cluster")}, ${count(sentences, about.sentence)}, ${exactly(share)}`;
                return make(
                    `g.${kind}`,
                    write(0, i * row + 14, kindName(kind), "start", "label"),
                    write(width, i * row + 14, said, "end"),
                    rectangle(0, i * row + 21, Math.max(2, x(share)), 10, "fill: var(--accent); rx: 1px"),
                    theirs && upright(x(theirs), i * row + 18, i * row + 34, "stroke: var(--ink); stroke-width: 2"),
                );
            });
            return [kinds.length * row, drawn];
        },
        table(
            ["kind", "clusters", about.sentence + "s", "share", "Weissman et al."],
            kinds.map(([kind, clusters, sentences, theirs]) => [
                ...[kindName(kind), clusters, sentences, exactly(clusters / total), theirs && exactly(theirs)],
            ]),
        ),
    );
}

// The axis of sizes from 2 on.
function sizeAxis(largest) {
    const to = Math.max(12, largest * 1.3);
    const ticks = unique([2, 5, ...logarithmicTicks(10, to)]);
    return logarithmic(`${about.sentence}s in a cluster`, 1.7, to, { ticks });
}

function drawSizes(sizes, law, printed) {
    const title = "Sizes of clusters";
    if (!sizes.length) return figure("sizes", title, "There are no clusters.");
    const [[smallest, first], [largest, last]] = [sizes[0], sizes.at(-1)];
    const most = Math.max(...sizes.map(([, clusters]) => clusters));
    const upToTen = totalOf(sizes.filter(([size]) => size <= 10)) / totalOf(sizes);
    const series = [{ colour: "--template", points: sizes, dots: 3, stems: true }];
    let fitted = "";
    if (law) {
        const [alpha, least, times] = law;
        const end = Math.max(least + 1, Math.min(largest, (times / 0.8) ** (1 / alpha)));
        const points = [least, end].map((size) => [size, times * size ** -alpha]);
        series.unshift({ colour: "--drift", line: 1.5, points });
        fitted =
            ` From ${least} on, the law with the exponent ${alpha.toFixed(2)} fits best; the line shows how many ` +
            "clusters of each size it expects.";
    }
    chart(
        "sizes",
        title,
        `How many clusters there are of each size: ${number.format(first)} of ${count(smallest, about.sentence)}` +
            (sizes.length > 1 ? ` to ${number.format(last)} of ${number.format(largest)}` : "") +
            `. ${exactly(upToTen)} have up to ten, and about ${percent(printed.small)} in Weissman et al. 2015. ` +
            `Both axes are logarithmic: sizes that follow a power law lie on a straight line.${fitted}`,
        `The smallest clusters have ${smallest} ${about.sentence}s, the largest ${largest}.`,
        {
            x: sizeAxis(largest),
            y: logarithmic("clusters", 0.8, Math.max(12, most * 1.2)),
            series,
            over: (x, y, width) => {
                const at = Math.min(x(largest) + 4, width - RIGHT);
                return [
                    largest > 20 && write(at, y(last) - 10, `the largest: ${number.format(largest)}`, "end", "label"),
                ];
            },
        },
        table([about.sentence + "s", "clusters"], sizes),
    );
}

// 95 % interval of a share (Wilson 1927).
function interval(share, pairs) {
    const z = 1.96;
    const part = (z * z) / pairs;
    const middle = (share + part / 2) / (1 + part);
    const half = (z / (1 + part)) * Math.sqrt((share * (1 - share)) / pairs + part / (4 * pairs));
    return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

function drawRecall(recall) {
    const title = "How much is found";
    if (!recall) {
        const none = "This is measured for shingles only. Here pairs were found by projection of vectors.";
        return figure("recall", title, about.setting.detection === "projection" ? none : "Nothing was compared.");
    }
    const { bands, rows, least, curve: found, one_less: oneLess, points, theirs } = recall;
    const at = exactly(found[Math.round(100 * least)]);
    const measured =
        points.length && oneLess
            ? "The dots are measured: of the pairs here that meet in one band, the share that meet in another, " +
              `too. Bands are independent, so this measures, without bias, what ${count(bands - 1, "band")} ` +
              "find. The bars are 95 % intervals."
            : oneLess || bands === 1
              ? "Too few pairs meet here to measure it."
              : "It is not measured: the bands of this scheme share hash functions.";
    const curved = (values) => values.map((value, i) => [i / 100, value]);
    const formulas = theirs.filter(([name]) => name.startsWith("K"));
    const program = theirs.find(([name]) => name === "its program");
    const shown = oneLess ? points : [];
    const ranges = shown.map(([jaccard, share, pairs]) => [jaccard, ...interval(share, pairs)]);
    chart(
        "recall",
        title,
        `The thick curve is computed: with ${count(bands, "band")} of ${count(rows, "row")} a pair of Jaccard ` +
            `similarity ${least} is found with a probability of ${at}. ${measured} The others are Figure 1 of Weissman ` +
            "et al. 2015, for ten signatures of K minhashes, and what their program finds with K = 10.",
        `The probability rises from 0 to 1 and is ${percent(found[Math.round(100 * least)])} at ${least}.`,
        {
            x: { name: "Jaccard similarity", from: 0, to: 1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] },
            y: shares("probability to be found"),
            series: [
                { name: "measured", colour: "--drift", points: shown, dots: 3.5, ranges },
                { name: "computed", colour: "--template", points: curved(found), line: 2.5 },
                { name: "their program", colour: "--copyedit", points: curved(program[1]), line: 1.5 },
                ...formulas.map(([, values], i) => {
                    const name = i === 0 && "their formula";
                    return { name, colour: "--strong-line", points: curved(values), line: 1.2, dash: DASHED };
                }),
            ],
            // Each formula is named at another height, so that the names stand apart.
            over: (x, y) => {
                const [gap, anchor] = least < 0.7 ? [GAP, "start"] : [-GAP, "end"];
                return [
                    upright(x(least), TOP, FLOOR, "stroke: var(--strong-line); stroke-dasharray: 2 3"),
                    write(x(least) + gap, FLOOR - 6, "verified pairs", anchor),
                    formulas.map(([name, values], i) => {
                        const height = (i + 1) / (formulas.length + 1);
                        const to = values.findIndex((value) => value >= height);
                        const label = i ? name.replace("K = ", "") : name;
                        return write(x(to / 100), y(values[to]) + 4, label, "middle", "label");
                    }),
                ];
            },
        },
        table(
            ["Jaccard similarity", "computed", ...theirs.map(([name]) => name)],
            found
                .map((value, i) => [
                    (i / 100).toFixed(2),
                    ...[value, ...theirs.map(([, values]) => values[i])].map(exactly),
                ])
                .filter((_, i) => i % 5 === 0),
        ),
        points.length &&
            table(
                ["Jaccard similarity", "pairs", "measured", `computed, ${count(bands - 1, "band")}`],
                points.map(([jaccard, share, pairs]) => {
                    const computed = oneLess && exactly(oneLess[Math.round(100 * jaccard)]);
                    return [jaccard.toFixed(2), pairs, exactly(share), computed];
                }),
                "The measured numbers",
            ),
    );
}

// Classes are fiftieths: [Jaccard, edit distance, pairs]. `part` is the mean length of a shingle, relative to the texts.
function drawDistances(classes, least, part) {
    const title = "Jaccard similarity and edit distance";
    if (!classes.length) return figure("distances", title, "There are no pairs of different texts.");
    const total = classes.reduce((sum, [, , pairs]) => sum + pairs, 0);
    const most = Math.max(...classes.map(([, , pairs]) => pairs));
    const farthest = Math.max(5, ...classes.map(([, changed]) => changed + 1));
    const from = Math.min(Math.floor(50 * least), ...classes.map(([similar]) => similar));
    const edited = Array.from({ length: farthest + 1 }, (_, i) => i);
    const bounds = [(e) => (1 - part - e) / (1 - part + e), (e) => (1 - 2 * part - e) / (1 + e)];
    const fill = (opacity) => `fill: var(--template); opacity: ${opacity}`;
    figure(
        "distances",
        title,
        `Two measures of likeness, for ${count(total, "pair")} of different texts` +
            `${about.pairs > 100000 ? ", a sample of all" : ""}: the more shingles two texts share, the fewer ` +
            "characters have to be edited. A stronger colour means more pairs, on a logarithmic scale. The lines are the " +
            `bounds of Ayhan et al. 2013 for shingles of ${percent(part)} of a text: the lower one for edits in one place.`,
        `Pairs of Jaccard similarity ${least} to 1 by edit distance, at most ${2 * farthest} % of the characters.`,
        charted(
            {
                name: "Jaccard similarity",
                from,
                to: 50,
                ticks: Array.from({ length: 11 }, (_, i) => 5 * i).filter((tick) => tick >= from),
                text: (tick) => (tick / 50).toFixed(1),
            },
            {
                name: "characters edited",
                from: 0,
                to: farthest,
                ticks: edited.filter((tick) => tick % (farthest > 12 ? 5 : 2) === 0),
                text: (tick) => `${2 * tick} %`,
            },
            (x, y, width) => [
                classes.map(([similar, changed, pairs]) => {
                    const [wide, high] = [x(similar + 1) - x(similar) - 0.5, y(changed) - y(changed + 1) - 0.5];
                    const opacity = (0.15 + (0.85 * Math.log(pairs)) / Math.log(Math.max(2, most))).toFixed(2);
                    const said =
                        `Jaccard ${similar / 50} to ${(similar + 1) / 50}, ` +
                        `${2 * changed} to ${2 * changed + 2} % edited: ${count(pairs, "pair")}`;
                    return rectangle(x(similar), y(changed + 1), wide, high, fill(opacity), said);
                }),
                bounds.map((bound) => {
                    const points = edited.map((e) => [50 * bound(e / 50), e]).filter(([at]) => at >= from);
                    return points.length > 1 && curve(points, x, y, "stroke: var(--drift); stroke-width: 1.5");
                }),
                [0.15, 0.4, 0.65, 1].map((opacity, i) =>
                    rectangle(width - 70 + 14 * i, TOP + 2, 13, 10, fill(opacity)),
                ),
                write(width - 76, TOP + 11, "1", "end"),
                write(width - RIGHT, TOP + 26, count(most, "pair"), "end"),
            ],
        ),
        table(
            ["Jaccard from", "edited from", "pairs"],
            classes.map(([similar, changed, pairs]) => [(similar / 50).toFixed(2), `${2 * changed} %`, pairs]),
        ),
    );
}

// The articles that pairs connect, each set in the order in which a walk along the strongest arcs reaches it.
function connected(pairs) {
    const seen = new Set();
    return pairs
        .map(([start]) => {
            const set = [];
            const waiting = [start];
            while (waiting.length) {
                const at = waiting.pop();
                if (seen.has(at)) continue;
                seen.add(at);
                set.push(at);
                const weakest = pairs.filter(([a, b]) => a === at || b === at).sort((x, y) => x[2] - y[2]);
                waiting.push(...weakest.map(([a, b]) => (a === at ? b : a)));
            }
            return set;
        })
        .filter((set) => set.length);
}

const ROW = 26; // pixels for an article's name

// Where each article stands: [column, y]. Sets stay together, and the columns have about the same height.
function standing(sets, columns) {
    const heights = sets.map((set) => set.length * ROW + 14);
    const total = heights.reduce((sum, one) => sum + one);
    const at = new Map();
    let [column, y, height] = [0, 0, 0];
    sets.forEach((set, i) => {
        if (y > 0 && column < columns - 1 && y + (set.length * ROW) / 2 > total / columns) {
            column++;
            y = 0;
        }
        set.forEach((article, j) => at.set(article, [column, y + j * ROW + 17]));
        y += heights[i];
        height = Math.max(height, y);
    });
    return [at, height];
}

const shortened = (text, letters) => (text.length > letters ? text.slice(0, letters - 1) + "…" : text);

function nameAt(article, x, y, letters) {
    const name = visible(article.name);
    const url = address(article);
    const isolate = { x, y, style: "unicode-bidi: isolate" };
    const text = make("text.label", isolate, titled(name), shortened(name, Math.max(5, letters)));
    return url === null ? text : make("a", { href: url, rel: "noreferrer" }, text);
}

// Arcs on the left of rows, of which at.get(row) is [column, y]; a column is `each` wide.
function arcs(at, pairs, each) {
    const y = (row) => at.get(row)[1];
    const distances = pairs.map(([a, b]) => Math.abs(y(a) - y(b)));
    const nearest = Math.min(...distances);
    const span = Math.max(nearest + 1, ...distances);
    const widest = span > nearest + 1 ? Math.min(120, each * 0.28) : 14;
    const axis = (row) => at.get(row)[0] * each + widest + 34;
    const reach = (a, b) => 14 + ((widest - 14) * (Math.abs(y(a) - y(b)) - nearest)) / (span - nearest);
    const arc = ([a, b], className, look, title) => {
        const out = axis(a) - (reach(a, b) * 4) / 3;
        const d = `M${axis(a)},${y(a)}C${out},${y(a)} ${out},${y(b)} ${axis(a)},${y(b)}`;
        return make("path", { class: className, d, ...look }, titled(title));
    };
    return { y, widest, axis, reach, arc };
}

// Names stand in columns, so that each can be read, and an arc joins each pair.
function drawShared(pairs) {
    const title = `${about.article === "article" ? "Articles" : "Records"} that share most`;
    if (!pairs.length)
        return figure("shared", title, `No two ${about.article}s share two clusters other than templates.`);
    const sets = connected(pairs);
    const most = Math.max(...pairs.map(([, , weight]) => weight));
    const said = ([a, b, weight]) => `${visible(articles[a].name)} and ${visible(articles[b].name)}: ${weight}`;
    figure(
        "shared",
        title,
        `The ${about.article}s that have most clusters in common, templates aside. An arc joins two of them; ` +
            "its number says how many clusters they share, and so does its width.",
        pairs.slice(0, 5).map(said).join("; "),
        (width) => {
            const columns = Math.max(1, Math.min(3, Math.floor(width / 320), sets.length));
            const each = width / columns;
            const [at, height] = standing(sets, columns);
            const { y, widest, axis, reach, arc } = arcs(at, pairs, each);
            const letters = Math.floor((each - widest - 60) / 6.7);
            const numbers = [];
            for (const [a, b, weight] of pairs) {
                const spot = [axis(a) - reach(a, b) - 8, (y(a) + y(b)) / 2 + 4];
                if (numbers.some(([x, at]) => Math.abs(x - spot[0]) < 26 && Math.abs(at - spot[1]) < 13)) continue;
                numbers.push([...spot, weight]);
            }
            const style = "fill: none; stroke: var(--identical); opacity: .75";
            return [
                height,
                [
                    pairs.map((pair) =>
                        arc(pair, null, { style, "stroke-width": (1 + (6 * pair[2]) / most).toFixed(1) }, said(pair)),
                    ),
                    numbers.map(([x, y, weight]) => write(x, y, number.format(weight), "end", "label")),
                    [...at.keys()].map((article) => [
                        dot(axis(article), y(article), 4, "fill: var(--ink)"),
                        nameAt(articles[article], axis(article) + 12, y(article) + 4, letters),
                    ]),
                ],
            ];
        },
        table(
            [head(about.article), head(about.article), "clusters in common"],
            pairs.map(([a, b, weight]) => [named(articles[a], "span"), named(articles[b], "span"), weight]),
        ),
    );
}

// The texts of a group, in rows: what each says where they differ, and its article. An arc joins two that were judged.
function grouped([texts, pairs]) {
    const rows = texts.map(([article, values]) => [articles[article], values.map(visible).join(" · ") || "–"]);
    const each = 40; // pixels for a text
    const place = make("figure");
    const style = "fill: none; stroke: var(--accent); stroke-width: 2";
    figure(
        place,
        null,
        [
            `Each of these ${count(rows.length, "text")} has a row: what it says where they differ, and its article. ` +
                "An arc joins two that were compared. Its colour says what they are: ",
            unique(pairs.map(([, , kind]) => about.kinds[kind])).map((kind) =>
                make(`span.key.${kind}`, kindName(kind)),
            ),
        ],
        rows.map(([article, words]) => `${visible(article.name)}: ${words}`).join("; "),
        (width) => {
            const at = new Map(rows.map((_, i) => [i, [0, i * each + 20]]));
            const { y, widest, axis, arc } = arcs(at, pairs, Math.min(width, 400));
            const letters = Math.floor((width - widest - 50) / 7);
            return [
                rows.length * each,
                [
                    pairs.map((pair) => {
                        const [a, b, kind] = [rows[pair[0]][1], rows[pair[1]][1], about.kinds[pair[2]]];
                        return arc(pair, kind, { style }, `${a} | ${b}: ${kindName(kind)}`);
                    }),
                    rows.map(([article, words], i) => [
                        dot(axis(i), y(i), 4, "fill: var(--ink)"),
                        make(
                            "text.label",
                            { x: axis(i) + 12, y: y(i) - 2 },
                            titled(words),
                            shortened(words, Math.max(2, letters)),
                        ),
                        nameAt(article, axis(i) + 12, y(i) + 14, letters),
                    ]),
                ],
            ];
        },
    );
    return make("details", make("summary", `All ${count(rows.length, "text")} of this group, as a picture`), place);
}

// Of web sites, the first, the second …: how many of their pages share passages with articles.
function drawSites([here, theirs, all], printed) {
    const ranked = (sites) => sites.map((pages, i) => [i + 1, pages]);
    chart(
        "sites",
        "Web sites with passages of articles",
        "How many pages of a site share passages with articles, the site with most first" +
            (here.length < all ? `, for the first ${number.format(here.length)} of ${number.format(all)} sites` : "") +
            `. Both axes are logarithmic. Alshomary et al. 2019, section 4, print three of their ` +
            `${number.format(printed.sites)} sites.`,
        `The first site has ${count(here[0], "page")}.`,
        {
            x: logarithmic("rank of the site", 0.9, Math.max(10, here.length * 1.2)),
            y: logarithmic("pages", 0.8, Math.max(here[0], theirs[0]) * 1.4),
            series: [
                { name: "here", colour: "--template", points: ranked(here), dots: 3.5, line: 1 },
                { name: "theirs", colour: "--drift", points: ranked(theirs), dots: 3.5, line: 1, dash: DASHED },
            ],
        },
        table(
            ["rank", "pages", "Alshomary et al."],
            ranked(here).map(([rank, pages]) => [rank, pages, theirs[rank - 1]]),
        ),
    );
}

// Sizes by several ways of counting: [name, colour, [[size, clusters], …], clusters in all, dash]. A line joins the dots as
// far as no size is left out.
function drawShares(id, title, caption, ways) {
    const series = ways.flatMap(([name, colour, sizes, total = totalOf(sizes), dash]) => {
        const points = sizes.map(([size, clusters]) => [size, clusters / total]);
        const gap = points.findIndex(([size], i) => i > 0 && size !== points[i - 1][0] + 1);
        return [
            { colour, dots: 2.5, points },
            { name, colour, line: 1.5, dash, points: gap < 0 ? points : points.slice(0, gap) },
        ];
    });
    const all = series.flatMap(({ points }) => points);
    const least = Math.min(0.1, ...all.map(([, share]) => share));
    const sizes = unique(all.map(([size]) => size)).sort((a, b) => a - b);
    const text = (share) => `${number.format(100 * share)} %`;
    chart(
        id,
        title,
        caption + " Both axes are logarithmic.",
        `Shares of sizes from ${sizes[0]} to ${sizes.at(-1)}.`,
        { x: sizeAxis(sizes.at(-1)), y: logarithmic("share of all clusters", least * 0.8, 1.2, { text }), series },
        table(
            [about.sentence + "s", ...ways.map(([name]) => name)],
            sizes.map((size) => [size, ...ways.map(([, , counts]) => counts.find(([of]) => of === size)?.[1])]),
        ),
    );
}

const drawPaperSizes = ({ theirs, meng = [], wikiduper = [], neardup = [] }, printed) =>
    drawShares(
        "paper-sizes",
        "Sizes as Meng and Zheng count them",
        "Their program prints each sentence with those that it is paired with, and each has at most ten links to earlier " +
            "ones: hence what stands out at 10 and 11 (Meng, Zheng 2018, Figure 2). Joined by union-find, the same pairs " +
            "have no such sizes.",
        [
            ["theirs", "--drift", theirs, printed.meng, DASHED],
            ["their program, here", "--template", meng],
            ["joined by union-find", "--copyedit", wikiduper],
            ["neardup", "--identical", neardup],
        ],
    );

function drawWindow({ sentences, vectors, sizes }, theirs, printed) {
    const title = "Sizes by random projection";
    if (!sizes.length) return figure("window", title, "No two sentences are close by random projection.");
    const column = (place) => sizes.map((row) => [row[0], row[place]]).filter(([, clusters]) => clusters > 0);
    drawShares(
        "window",
        title,
        `Of ${count(sentences, "sentence")}, by ${vectors === "words" ? "the mean vectors of their words" : "tf-idf"}: ` +
            "100 bits, ten orders, a window of ten, and fewer than five bits that differ (Meng, Zheng 2018, Table 4). Theirs " +
            "ran out of memory, so beside it stands what they print of MinHash.",
        [
            ["theirs, MinHash", "--drift", theirs, printed.meng, DASHED],
            [`${about.sentence}s with neighbours`, "--template", column(2)],
            ["joined by union-find", "--copyedit", column(1)],
        ],
    );
}

function drawSweep({ texts, counts }) {
    const title = "Shingles and false positives";
    const rate = (bad) => (1000 * bad) / texts;
    const lengths = unique(counts.map(([, , length]) => length));
    const most = Math.max(...counts.map(([, , , , bad]) => rate(bad)));
    if (!most)
        return figure(
            "sweep",
            title,
            `Of ${count(texts, "text")}, no two share a signature although they are not alike.`,
        );
    const tens = 10 ** Math.floor(Math.log10(most));
    const step = tens / (most / tens < 3 ? 2 : 1);
    const ticks = Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
    const series = [0, 1].flatMap((theirs) =>
        [8, 9, 10].map((k) => ({
            name: `K = ${k}, ${theirs ? "their hash" : "without loss"}`,
            colour: theirs ? "--drift" : "--template",
            line: 1.8,
            dash: { 9: DASHED, 10: DOTTED }[k],
            points: counts.filter((row) => row[0] === theirs && row[1] === k).map((row) => [row[2], rate(row[4])]),
        })),
    );
    chart(
        "sweep",
        title,
        `Pairs of ${count(texts, "text")} that share one of ten signatures of K minhashes, though more than a quarter of their ` +
            "characters differ, by the length of a shingle. The hash function of Ayhan et al. 2013 packs a shingle into four " +
            "bytes, so that long ones can meet by chance. The band is where the false pairs of their Figure 2 are fewest.",
        `At most ${most.toFixed(2)} false pairs in 1,000 texts.`,
        {
            x: { name: "characters in a shingle", from: lengths[0] - 0.5, to: lengths.at(-1) + 0.5, ticks: lengths },
            y: { name: "false pairs in 1,000 texts", from: 0, to: ticks.at(-1), ticks },
            series,
            over: (x) => rectangle(x(11.5), TOP, x(13.5) - x(11.5), FLOOR - TOP, "fill: var(--quiet); opacity: .12"),
        },
        table(
            ["hash", "minhashes", "shingle", "good pairs", "false pairs", "in 1,000"],
            counts.map(([theirs, ...row]) => [theirs ? "theirs" : "without loss", ...row, rate(row[3]).toFixed(2)]),
        ),
    );
}

// Rows are [1 if by scores that have learnt, threshold, verdicts from it on, contradictions among these, precision, least, most,
// recall, least, most]; a share of nothing is null. Bars stand beside each other.
function drawVerdicts({ verdicts, contradictions, drawn, rows }) {
    const hasLearnt = rows.some(([learnt]) => learnt);
    const names = ["precision", "recall"];
    const series = [1, 0].flatMap((learnt) =>
        names.map((share, i) => {
            const own = rows.filter((row) => row[0] === learnt && row[4 + 3 * i] !== null);
            const at = ([, threshold]) => threshold + (i ? 0.006 : -0.006);
            const name = hasLearnt ? `${share}, ${learnt ? "learnt" : "before"}` : share;
            return {
                ...{ name, colour: i ? "--copyedit" : "--template", line: 1.8, dash: hasLearnt && !learnt ? DASHED : undefined },
                points: own.map((row) => [at(row), row[4 + 3 * i], `${name}: ${exactly(row[4 + 3 * i])}`]),
                ...(learnt || !hasLearnt ? { dots: 3, ranges: own.map((row) => [at(row), ...row.slice(5 + 3 * i, 7 + 3 * i)]) } : {}),
            };
        }),
    );
    const share = (values) => (values[0] === null ? null : `${exactly(values[0])} (${values.slice(1).map(percent).join(" to ")})`);
    chart(
        "verdicts",
        "How true the scores are",
        `By ${count(verdicts, "verdict")}, of which ${number.format(contradictions)} say “contradiction”` +
            `${drawn ? ", from those on pairs that were drawn at random" : ""}: the share of ` +
            "contradictions among the pairs of a score or more (precision), and the share of the contradictions that have such a " +
            "score (recall). Bars are 95\u00a0% intervals. " +
            (hasLearnt ? "Each verdict is judged by what was learnt from the others. " : "") +
            (drawn ? "" : "Recall is among the verdicts: it is that of the database only if pairs were judged at random."),
        `Precision and recall by score, of ${count(verdicts, "verdict")}.`,
        { x: { name: "score at least", from: 0, to: 1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] }, y: shares("share"), series },
        table(
            ["scores", "at least", "verdicts", "contradictions", ...names],
            rows.map(([learnt, threshold, shown, found, ...shares]) => [
                ...[learnt ? "learnt" : "before", threshold.toFixed(1), shown, found],
                ...[share(shares.slice(0, 3)), share(shares.slice(3))],
            ]),
        ),
    );
}

// Cuts are [name, alignments, with a case, share of the cases]; the first one is none.
function drawCuts(cuts) {
    const most = cuts[0][1];
    const least = Math.max(1, Math.min(...cuts.map(([, alignments]) => alignments)));
    const shown = cuts.filter(([, alignments]) => alignments > 0);
    const by = (word, colour, dash) => ({
        ...{ name: "by " + word, colour, dash, line: 1.5, dots: 3 },
        points: shown
            .filter((cut) => cut === cuts[0] || cut[0].includes(word))
            .map(([name, alignments, , share]) => [alignments, share, `${name}: ${exactly(share)}`])
            .sort((a, b) => a[0] - b[0]),
    });
    const theirs = shown.filter(([name]) => name === "similarity 0.025" || name.startsWith("250 "));
    const ring = "fill: none; stroke: var(--ink)";
    chart(
        "cuts",
        "Fewer alignments",
        `How many of the cases of text reuse are found if the candidates of each ${about.article} are aligned in the order of ` +
            "their similarity by tf-idf, up to a rank, a similarity, or a number of misses in a row. The rings are the cuts of " +
            "Alshomary et al. 2019, section 3.2: 0.025 and 250.",
        `Without a cut, ${count(most, "alignment")}.`,
        {
            x: logarithmic(`pairs of ${about.article}s aligned`, least * 0.8, Math.max(most * 1.2, least * 12)),
            y: shares("cases found"),
            series: [by("rank", "--template"), by("similarity", "--copyedit"), by("misses", "--drift", DASHED)],
            over: (x, y) => theirs.map(([name, alignments, , share]) => dot(x(alignments), y(share), 7, ring, name)),
        },
        table(
            ["up to", "alignments", "with a case", "cases found"],
            cuts.map(([name, alignments, cases, share]) => [name, alignments, cases, exactly(share)]),
        ),
    );
}

// Ways are [way, name, candidates, candidates for each true pair, recall, precision].
function drawWays({ drawn, others, pairs, ways }) {
    const known = ways.filter(([, , , each]) => each > 0);
    const most = Math.max(...known.map(([, , , each]) => each));
    const least = Math.min(...known.map(([, , , each]) => each));
    const of = (way, colour, line, dash) => ({
        ...{ name: way, colour, line, dash, dots: 3.5 },
        points: known
            .filter((row) => row[0] === way)
            .map(([, name, , each, recall]) => [each, recall, `${name}: ${exactly(recall)}`]),
    });
    const labelled = known.filter(([way, name]) => way === "theirs" && ["LSH", "VDSH", "tf-idf"].includes(name));
    chart(
        "retrieval",
        "Source retrieval",
        `How many of the cases of text reuse each way finds, and how many pairs of ${about.article}s it aligns for each pair ` +
            `with a case. ${number.format(drawn)} long ${about.article}s were aligned with each of ` +
            `${number.format(others)}: ${count(pairs, "pair")} with cases. Candidates have one to four ` +
            "signatures in common, one of up to 16 bands of projected bits, or a cosine of 0.1 to 0.4. Theirs are those of " +
            "Table 1 of Alshomary et al. 2019.",
        `MinHash finds ${percent(ways[0][4])} with ${number.format(ways[0][3])} candidates for each pair with a case.`,
        {
            x: logarithmic("candidates for each pair with a case", least * 0.7, Math.max(most * 2, least * 12)),
            y: shares("cases found"),
            series: [
                of("MinHash", "--template", 1.5),
                of("tf-idf", "--identical", 1.5),
                of("projection", "--copyedit", 1.5, DASHED),
                of("VDSH", "--reference", 1.5),
                of("theirs", "--drift", 0),
            ],
            over: (x, y) =>
                labelled.map(([, name, , each, recall]) => write(x(each), y(recall) + 16, name, "middle", "label")),
        },
        table(
            ["", "candidates", "for each pair", "cases found", "precision"],
            ways.map(([way, name, candidates, each, recall, precision]) => [
                `${way}: ${name}`,
                candidates,
                each && each.toFixed(1),
                exactly(recall),
                precision && precision.toExponential(1),
            ]),
        ),
    );
}

function drawFigures({ kinds, sizes, law, recall, distances, shingle_part: part, shared, theirs: printed, ...others }) {
    drawKinds(kinds);
    drawSizes(sizes, law, printed);
    drawRecall(recall);
    drawDistances(distances, about.setting.jaccard, part);
    if (others.verdicts) drawVerdicts(others.verdicts);
    if (others.sweep) drawSweep(others.sweep);
    if (others.paper_sizes) drawPaperSizes(others.paper_sizes, printed);
    if (others.window) drawWindow(others.window, others.paper_sizes.theirs, printed);
    if (others.cuts) drawCuts(others.cuts);
    if (others.retrieval) drawWays(others.retrieval);
    if (others.sites) drawSites(others.sites, printed);
    drawShared(shared);
}
