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

const linear = (from, to, start, end) => (value) => start + ((value - from) / (to - from)) * (end - start);
const logarithmic = (from, to, start, end) => (value) =>
    start + (Math.log(value / from) / Math.log(to / from)) * (end - start);

const line = (x1, y1, x2, y2, className) => make(`line.${className}`, { x1, y1, x2, y2 });

const write = (x, y, text, anchor = "start", className = "note") =>
    make(`text.${className}`, { x, y, "text-anchor": anchor }, text);

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

// An axis is { name, from, to, ticks, log, text }; a logarithmic one has ticks of its own.
const scale = (axis, start, end) => (axis.log ? logarithmic : linear)(axis.from, axis.to, start, end);

// A line through [x, y] of each point.
const curve = (points, x, y, style) =>
    make("path", {
        d: "M" + points.map((point) => `${x(point[0]).toFixed(1)},${y(point[1]).toFixed(1)}`).join("L"),
        style: `fill: none; ${style}`,
    });

// Two axes, and on them what `draw(x, y, width)` gives, which gets their scales.
const charted = (xAxis, yAxis, draw) => (width) => {
    const x = scale(xAxis, LEFT, width - RIGHT),
        y = scale(yAxis, FLOOR, TOP);
    const [xText, yText] = [xAxis, yAxis].map(({ text = number.format }) => (tick) => text(tick));
    const room = (width - LEFT - RIGHT) / 34; // ticks for which there is room
    const [all, yTicks] = [xAxis, yAxis].map(({ ticks, from, to }) => ticks ?? logarithmicTicks(from, to));
    const xTicks = all.filter((_, i) => i % Math.ceil(all.length / room) === 0);
    return [
        CHART_HEIGHT,
        [
            yTicks.map((tick) => [
                line(LEFT, y(tick), width - RIGHT, y(tick), "grid"),
                write(LEFT - GAP, y(tick) + 4, yText(tick), "end"),
            ]),
            line(LEFT, FLOOR, width - RIGHT, FLOOR, "axis"),
            xTicks.map((tick) => [
                line(x(tick), FLOOR, x(tick), FLOOR + 4, "axis"),
                write(x(tick), FLOOR + 18, xText(tick), "middle"),
            ]),
            draw(x, y, width),
            write(width - RIGHT, CHART_HEIGHT - 2, xAxis.name, "end", "label"),
            write(0, TOP - 14, yAxis.name, "start", "label"),
        ],
    ];
};

// Series are { name, colour, points: [[x, y, title], …], line, dash, dots, stems, ranges: [[x, low, high], …] }: a line
// of that width, dots of that radius, or both. Colours are the names of variables. The first one is drawn above the others.
const drawSeries = (series, x, y) =>
    [...series].reverse().map(({ colour, points, line: thick, dash, dots, stems, ranges = [] }) => [
        ranges.map(([at, low, high]) => upright(x(at), y(low), y(high), `stroke: var(${colour}); stroke-width: 1.5`)),
        stems &&
            points.map(([at, value]) =>
                upright(x(at), FLOOR, y(value), `stroke: var(${colour}); opacity: .25; stroke-width: 2`),
            ),
        thick &&
            points.length > 1 &&
            curve(points, x, y, `stroke: var(${colour}); stroke-width: ${thick}; stroke-dasharray: ${dash || "none"}`),
        dots &&
            points.map(([at, value, title]) =>
                make(
                    "circle",
                    { cx: x(at), cy: y(value), r: dots, style: `fill: var(${colour})` },
                    title && make("title", title),
                ),
            ),
    ]);

const legend = (series) =>
    series
        .filter(({ name, points }) => name && points.length)
        .map(({ name, colour, dash, line: thick }) =>
            make(
                `span.key.${thick ? { [DASHED]: "dashed", [DOTTED]: "dotted" }[dash] || "line" : "dot"}`,
                { style: `--accent: var(${colour})` },
                name,
            ),
        );

// A figure of series on two axes, with a legend. `over(x, y, width)` draws what else there is.
const chart = (id, title, caption, summary, { x: xAxis, y: yAxis, series, over = () => [] }, ...numbers) =>
    figure(
        id,
        title,
        [caption, make("span.keys", legend(series))],
        summary,
        charted(xAxis, yAxis, (x, y, width) => [drawSeries(series, x, y), over(x, y, width)]),
        ...numbers,
    );

const upright = (x, y1, y2, style) => make("line", { x1: x, x2: x, y1, y2, style });

const dot = (cx, cy, r, colour) => make("circle", { cx, cy, r, style: `fill: var(${colour})` });

const percent = (share) => `${Math.round(100 * share)}\u00a0%`;
const exactly = (share) => `${(100 * share).toFixed(1)}\u00a0%`;

function tableOf(heads, rows, name = "The numbers") {
    return make(
        "details",
        make("summary", name),
        scrolled(
            `${name} of this figure`,
            heads,
            rows.map((row) => make("tr", row)),
        ),
    );
}

const table = (heads, rows, name) =>
    tableOf(
        heads.map((text) => head(text, "th.number")),
        rows.map((row) =>
            row.map((cell) => make("td.number", typeof cell === "number" ? number.format(cell) : (cell ?? "–"))),
        ),
        name,
    );

// Puts title, caption, drawing and tables into the figure of that name. `draw(width)` gives [height, parts].
function figure(id, title, ...parts) {
    const box = byId("figure-" + id);
    box.hidden = false;
    box.append(make("h3", title));
    return explainedDrawing(box, ...parts);
}

function explainedDrawing(box, caption, summary, draw, ...numbers) {
    box.append(make("figcaption", caption));
    if (!draw) return;
    const drawing = make("div");
    box.append(...[drawing, ...numbers].filter(Boolean));
    let last = 0;
    const redraw = () => {
        const width = Math.floor(drawing.clientWidth);
        if (!width || width === last) return;
        last = width;
        const [height, drawn] = draw(width);
        const parts = drawn.flat(Infinity).filter(Boolean);
        const image = make(
            "svg",
            {
                viewBox: `0 0 ${width} ${height}`,
                width,
                height,
                role: parts.some((part) => part.tagName === "a") ? "group" : "img",
                "aria-label": summary,
            },
            parts,
        );
        drawing.replaceChildren(image);
    };
    redraw();
    new ResizeObserver(redraw).observe(drawing);
}

// ---- The figures -----------------------------------------------------------------------------------

// Of rows that begin [kind or size, clusters], how many clusters there are.
const totalOf = (rows) => rows.reduce((sum, [, clusters]) => sum + clusters, 0);

function drawKinds(kinds) {
    if (!kinds.length) return figure("kinds", "Kinds of clusters", "There are no clusters.");
    const total = totalOf(kinds);
    const most = Math.max(...kinds.map(([, clusters, , theirs]) => Math.max(clusters / total, theirs)));
    figure(
        "kinds",
        "Kinds of clusters",
        "A cluster is a set of sentences that are alike. How many there are of each kind, and their share of all. (A " +
            "cluster may have pairs of several kinds, so these numbers are not those of the findings above.) The upright " +
            "line is the share in Table 1 of Weissman et al. 2015.",
        kinds.map(([kind, clusters]) => `${kindName(kind)}: ${clusters}`).join(", "),
        (width) => {
            const row = 46;
            const x = linear(0, most, 0, width - 4);
            return [
                kinds.length * row,
                kinds.map(([kind, clusters, sentences, theirs], i) =>
                    make(
                        `g.${kind}`,
                        make("text.label", { x: 0, y: i * row + 14 }, kindName(kind)),
                        write(
                            width,
                            i * row + 14,
                            `${count(clusters, "cluster")}, ${count(sentences, about.sentence)}, ${exactly(clusters / total)}`,
                            "end",
                        ),
                        make("rect", {
                            x: 0,
                            y: i * row + 21,
                            height: 10,
                            width: Math.max(2, x(clusters / total)),
                            rx: 1,
                            style: "fill: var(--accent)",
                        }),
                        theirs && upright(x(theirs), i * row + 18, i * row + 34, "stroke: var(--ink); stroke-width: 2"),
                    ),
                ),
            ];
        },
        table(
            ["kind", "clusters", about.sentence + "s", "share", "Weissman et al."],
            kinds.map(([kind, clusters, sentences, theirs]) => [
                kindName(kind),
                clusters,
                sentences,
                exactly(clusters / total),
                theirs && exactly(theirs),
            ]),
        ),
    );
}

// The axis of sizes from 2 on, and one of how many there are of each, of which `most` is the greatest.
const sizeAxes = (largest, most) => {
    const to = Math.max(12, largest * 1.3);
    return {
        x: {
            name: `${about.sentence}s in a cluster`,
            log: true,
            from: 1.7,
            to,
            ticks: unique([2, 5, ...logarithmicTicks(10, to)]),
        },
        y: { name: "clusters", log: true, from: 0.8, to: Math.max(12, most * 1.2) },
    };
};

function drawSizes(sizes, law, printed) {
    if (!sizes.length) return figure("sizes", "Sizes of clusters", "There are no clusters.");
    const largest = sizes[sizes.length - 1][0];
    const most = Math.max(...sizes.map(([, clusters]) => clusters));
    const upToTen = totalOf(sizes.filter(([size]) => size <= 10));
    const series = [{ colour: "--template", points: sizes, dots: 3, stems: true }];
    if (law) {
        const [alpha, least, times] = law;
        const expected = (size) => times * size ** -alpha;
        const end = Math.max(least + 1, Math.min(largest, (times / 0.8) ** (1 / alpha)));
        series.unshift({ colour: "--drift", line: 1.5, points: [least, end].map((size) => [size, expected(size)]) });
    }
    chart(
        "sizes",
        "Sizes of clusters",
        `How many clusters there are of each size: ${number.format(sizes[0][1])} of ` +
            count(sizes[0][0], about.sentence) +
            (sizes.length > 1 ? ` to ${number.format(sizes[sizes.length - 1][1])} of ${number.format(largest)}` : "") +
            `. ${exactly(upToTen / totalOf(sizes))} have up to ten, and about ${percent(printed.small)} in Weissman et al. 2015. ` +
            "Both axes are logarithmic: sizes that follow a power law lie on a straight line." +
            (law
                ? ` From ${law[1]} on, the law with the exponent ${law[0].toFixed(2)} fits best; the line shows ` +
                  "how many clusters of each size it expects."
                : ""),
        `The smallest clusters have ${sizes[0][0]} ${about.sentence}s, the largest ${largest}.`,
        {
            ...sizeAxes(largest, most),
            series,
            over: (x, y, width) =>
                largest > 20
                    ? write(
                          Math.min(x(largest) + 4, width - RIGHT),
                          y(sizes[sizes.length - 1][1]) - 10,
                          `the largest: ${number.format(largest)}`,
                          "end",
                          "label",
                      )
                    : [],
        },
        table([about.sentence + "s", "clusters"], sizes),
    );
}

// 95 % interval of a share (Wilson 1927).
function interval(share, pairs) {
    const z = 1.96,
        part = (z * z) / pairs;
    const middle = (share + part / 2) / (1 + part);
    const half = (z / (1 + part)) * Math.sqrt((share * (1 - share)) / pairs + part / (4 * pairs));
    return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

function drawRecall(recall) {
    if (!recall)
        return figure(
            "recall",
            "How much is found",
            about.setting.detection === "projection"
                ? "This is measured for shingles only. Here pairs were found by projection of vectors."
                : "Nothing was compared.",
        );
    const { bands, rows, least, curve: found, one_less: oneLess, points, theirs } = recall;
    const at = Math.round(100 * least);
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
    chart(
        "recall",
        "How much is found",
        `The thick curve is computed: with ${count(bands, "band")} of ${count(rows, "row")} a pair of ` +
            `Jaccard similarity ${least} is found with a probability of ${exactly(found[at])}. ${measured} The others are ` +
            "Figure 1 of Weissman et al. 2015, for ten signatures of K minhashes, and what their program finds with K = 10.",
        `The probability rises from 0 to 1 and is ${percent(found[at])} at ${least}.`,
        {
            x: { name: "Jaccard similarity", from: 0, to: 1, ticks: [0, 0.2, 0.4, 0.6, 0.8, 1] },
            y: { name: "probability to be found", from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1], text: percent },
            series: [
                {
                    name: "measured",
                    colour: "--drift",
                    points: oneLess ? points : [],
                    dots: 3.5,
                    ranges: oneLess ? points.map(([jaccard, share, pairs]) => [jaccard, ...interval(share, pairs)]) : [],
                },
                { name: "computed", colour: "--template", points: curved(found), line: 2.5 },
                { name: "their program", colour: "--copyedit", points: curved(program[1]), line: 1.5 },
                ...formulas.map(([, values], i) => ({
                    name: i === 0 && "their formula",
                    colour: "--strong-line",
                    points: curved(values),
                    line: 1.2,
                    dash: DASHED,
                })),
            ],
            // Each formula is named at another height, so that the names stand apart.
            over: (x, y) => [
                upright(x(least), TOP, FLOOR, "stroke: var(--strong-line); stroke-dasharray: 2 3"),
                write(x(least) + (least < 0.7 ? GAP : -GAP), FLOOR - 6, "verified pairs", least < 0.7 ? "start" : "end"),
                formulas.map(([name, values], i) => {
                    const height = (i + 1) / (formulas.length + 1);
                    const to = values.findIndex((value) => value >= height);
                    return write(x(to / 100), y(values[to]) + 4, i ? name.replace("K = ", "") : name, "middle", "label");
                }),
            ],
        },
        table(
            ["Jaccard similarity", "computed", ...theirs.map(([name]) => name)],
            found
                .map((value, i) => [(i / 100).toFixed(2), exactly(value), ...theirs.map(([, values]) => exactly(values[i]))])
                .filter((_, i) => i % 5 === 0),
        ),
        points.length &&
            table(
                ["Jaccard similarity", "pairs", "measured", `computed, ${count(bands - 1, "band")}`],
                points.map(([jaccard, share, pairs]) => [
                    jaccard.toFixed(2),
                    pairs,
                    exactly(share),
                    oneLess && exactly(oneLess[Math.round(100 * jaccard)]),
                ]),
                "The measured numbers",
            ),
    );
}

// Classes are fiftieths: [Jaccard, edit distance, pairs].
// `part` is the mean length of a shingle, relative to the texts.
function drawDistances(classes, least, part) {
    const title = "Jaccard similarity and edit distance";
    if (!classes.length) return figure("distances", title, "There are no pairs of different texts.");
    const total = classes.reduce((sum, [, , pairs]) => sum + pairs, 0);
    const most = Math.max(...classes.map(([, , pairs]) => pairs));
    const farthest = Math.max(5, ...classes.map(([, changed]) => changed + 1));
    const from = Math.min(Math.floor(50 * least), ...classes.map(([similar]) => similar));
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
                ticks: Array.from({ length: farthest + 1 }, (_, i) => i).filter((tick) => tick % (farthest > 12 ? 5 : 2) === 0),
                text: (tick) => `${2 * tick} %`,
            },
            (x, y, width) => {
                const parts = [];
                for (const [similar, changed, pairs] of classes) {
                    parts.push(
                        make(
                            "rect",
                            {
                                x: x(similar),
                                y: y(changed + 1),
                                width: x(similar + 1) - x(similar) - 0.5,
                                height: y(changed) - y(changed + 1) - 0.5,
                                style: `fill: var(--template); opacity: ${(
                                    0.15 +
                                    (0.85 * Math.log(pairs)) / Math.log(Math.max(2, most))
                                ).toFixed(2)}`,
                            },
                            make(
                                "title",
                                `Jaccard ${similar / 50} to ${(similar + 1) / 50}, ` +
                                    `${2 * changed} to ${2 * changed + 2} % edited: ` +
                                    count(pairs, "pair"),
                            ),
                        ),
                    );
                }
                for (const bound of [(e) => (1 - part - e) / (1 - part + e), (e) => (1 - 2 * part - e) / (1 + e)]) {
                    const points = Array.from({ length: farthest + 1 }, (_, e) => [50 * bound(e / 50), e]).filter(
                        ([at]) => at >= from,
                    );
                    if (points.length > 1) parts.push(curve(points, x, y, "stroke: var(--drift); stroke-width: 1.5"));
                }
                [0.15, 0.4, 0.65, 1].forEach((opacity, i) =>
                    parts.push(
                        make("rect", {
                            x: width - 70 + 14 * i,
                            y: TOP + 2,
                            width: 13,
                            height: 10,
                            style: `fill: var(--template); opacity: ${opacity}`,
                        }),
                    ),
                );
                parts.push(
                    write(width - 76, TOP + 11, "1", "end"),
                    write(width - RIGHT, TOP + 26, count(most, "pair"), "end"),
                );
                return parts;
            },
        ),
        table(
            ["Jaccard from", "edited from", "pairs"],
            classes.map(([similar, changed, pairs]) => [(similar / 50).toFixed(2), `${2 * changed} %`, pairs]),
        ),
    );
}

// The articles that pairs connect, each set in the order in which a walk along the strongest arcs reaches it.
function connected(pairs) {
    const near = new Map();
    for (const [a, b, weight] of pairs) {
        near.set(a, [...(near.get(a) || []), [b, weight]]);
        near.set(b, [...(near.get(b) || []), [a, weight]]);
    }
    const seen = new Set();
    const sets = [];
    for (const [start] of pairs) {
        if (seen.has(start)) continue;
        const set = [],
            waiting = [start];
        while (waiting.length) {
            const at = waiting.pop();
            if (seen.has(at)) continue;
            seen.add(at);
            set.push(at);
            waiting.push(
                ...near
                    .get(at)
                    .sort((x, y) => x[1] - y[1])
                    .map(([to]) => to),
            );
        }
        sets.push(set);
    }
    return sets;
}

const ROW = 26; // pixels for an article's name

// Where each article stands: [column, y]. Sets stay together, and the columns have about the same height.
function standing(sets, columns) {
    const total = sets.reduce((sum, set) => sum + set.length * ROW + 14, 0);
    const at = new Map();
    let column = 0,
        y = 0,
        height = 0;
    for (const set of sets) {
        if (y > 0 && column < columns - 1 && y + (set.length * ROW) / 2 > total / columns) {
            column++;
            y = 0;
        }
        for (const article of set) {
            at.set(article, [column, y + 17]);
            y += ROW;
        }
        y += 14;
        height = Math.max(height, y);
    }
    return [at, height];
}

function nameAt(article, x, y, letters) {
    const name = visible(article.name);
    const short = name.length > letters ? name.slice(0, Math.max(4, letters - 1)) + "…" : name;
    const url = address(article);
    const text = make("text.label", { x, y, style: "unicode-bidi: isolate" }, make("title", name), short);
    return url === null ? text : make("a", { href: url, rel: "noreferrer" }, text);
}

// Arcs on the left of rows, of which at.get(row) is [column, y]; a column is `each` wide.
function arcs(at, pairs, each) {
    const y = (row) => at.get(row)[1];
    const nearest = Math.min(...pairs.map(([a, b]) => Math.abs(y(a) - y(b))));
    const span = Math.max(nearest + 1, ...pairs.map(([a, b]) => Math.abs(y(a) - y(b))));
    const widest = span > nearest + 1 ? Math.min(120, each * 0.28) : 14;
    const axis = (row) => at.get(row)[0] * each + widest + 34;
    const reach = (a, b) => 14 + ((widest - 14) * (Math.abs(y(a) - y(b)) - nearest)) / (span - nearest);
    const arc = (a, b) => {
        const out = axis(a) - (reach(a, b) * 4) / 3;
        return `M${axis(a)},${y(a)}C${out},${y(a)} ${out},${y(b)} ${axis(a)},${y(b)}`;
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
            return [
                height,
                [
                    ...pairs.map(([a, b, weight]) =>
                        make(
                            "path",
                            {
                                d: arc(a, b),
                                style: "fill: none; stroke: var(--identical); opacity: .75",
                                "stroke-width": (1 + (6 * weight) / most).toFixed(1),
                            },
                            make("title", said([a, b, weight])),
                        ),
                    ),
                    ...numbers.map(([x, y, weight]) => write(x, y, number.format(weight), "end", "label")),
                    ...[...at.keys()].flatMap((article) => [
                        dot(axis(article), y(article), 4, "--ink"),
                        nameAt(articles[article], axis(article) + 12, y(article) + 4, letters),
                    ]),
                ],
            ];
        },
        tableOf(
            [head(about.article), head(about.article), head("clusters in common", "th.number")],
            pairs.map(([a, b, weight]) => [
                make("td", named(articles[a], "span")),
                make("td", named(articles[b], "span")),
                make("td.number", number.format(weight)),
            ]),
        ),
    );
}

// The texts of a group, in rows: what each says where they differ, and its article. An arc joins two that were judged.
function grouped([texts, pairs]) {
    const rows = texts.map(([article, values]) => [articles[article], values.map(visible).join(" · ") || "–"]);
    const kinds = unique(pairs.map(([, , kind]) => about.kinds[kind]));
    const each = 40; // pixels for a text
    const box = make("figure");
    const said = ([article, words]) => `${visible(article.name)}: ${words}`;
    explainedDrawing(
        box,
        [
            `Each of these ${count(rows.length, "text")} has a row: what it says where they differ, and its article. ` +
                "An arc joins two that were compared. Its colour says what they are: ",
            kinds.map((kind) => make(`span.key.${kind}`, kindName(kind))),
        ],
        rows.map(said).join("; "),
        (width) => {
            const at = new Map(rows.map((_, i) => [i, [0, i * each + 20]]));
            const { y, widest, axis, arc } = arcs(at, pairs, Math.min(width, 400));
            const letters = Math.floor((width - widest - 50) / 7);
            const cut = (text) => (text.length > letters ? text.slice(0, Math.max(1, letters - 1)) + "…" : text);
            return [
                rows.length * each,
                [
                    ...pairs.map(([a, b, kind]) =>
                        make(
                            `path.${about.kinds[kind]}`,
                            { d: arc(a, b), style: "fill: none; stroke: var(--accent); stroke-width: 2" },
                            make("title", `${rows[a][1]} | ${rows[b][1]}: ${kindName(about.kinds[kind])}`),
                        ),
                    ),
                    ...rows.flatMap(([article, words], i) => [
                        dot(axis(i), y(i), 4, "--ink"),
                        make("text.label", { x: axis(i) + 12, y: y(i) - 2 }, make("title", words), cut(words)),
                        nameAt(article, axis(i) + 12, y(i) + 14, letters),
                    ]),
                ],
            ];
        },
    );
    return make("details", make("summary", `All ${count(rows.length, "text")} of this group, as a picture`), box);
}

// Of web sites, the first, the second …: how many of their pages share passages with articles.
function drawSites([here, theirs, all], printed) {
    const ranked = (sites) => sites.map((pages, i) => [i + 1, pages]);
    const most = Math.max(here[0], theirs[0]);
    chart(
        "sites",
        "Web sites with passages of articles",
        "How many pages of a site share passages with articles, the site with most first" +
            (here.length < all ? `, for the first ${number.format(here.length)} of ${number.format(all)} sites` : "") +
            ". Both axes are logarithmic. " +
            `Alshomary et al. 2019, section 4, print three of their ${number.format(printed.sites)} sites.`,
        `The first site has ${count(here[0], "page")}.`,
        {
            x: {
                name: "rank of the site",
                log: true,
                from: 0.9,
                to: Math.max(10, here.length * 1.2),
            },
            y: { name: "pages", log: true, from: 0.8, to: most * 1.4 },
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
    const series = ways.flatMap(([name, colour, sizes, total, dash]) => {
        const points = sizes.map(([size, clusters]) => [size, clusters / total]);
        const gap = points.findIndex(([size], i) => i > 0 && size !== points[i - 1][0] + 1);
        return [
            { colour, dots: 2.5, points },
            { name, colour, line: 1.5, dash, points: gap < 0 ? points : points.slice(0, gap) },
        ];
    });
    const all = series.flatMap(({ points }) => points);
    const least = Math.min(...all.map(([, share]) => share));
    const sizes = unique(all.map(([size]) => size)).sort((a, b) => a - b);
    const { x } = sizeAxes(sizes[sizes.length - 1], 1);
    chart(
        id,
        title,
        caption,
        `Shares of sizes from ${sizes[0]} to ${sizes[sizes.length - 1]}.`,
        {
            x,
            y: {
                name: "share of all clusters",
                log: true,
                from: Math.min(0.1, least) * 0.8,
                to: 1.2,
                text: (share) => `${number.format(100 * share)} %`,
            },
            series,
        },
        table(
            [about.sentence + "s", ...ways.map(([name]) => name)],
            sizes.map((size) => [size, ...ways.map(([, , counts]) => counts.find(([of]) => of === size)?.[1])]),
        ),
    );
}

function drawPaperSizes({ theirs, meng = [], wikiduper = [], neardup = [] }, printed) {
    drawShares(
        "paper-sizes",
        "Sizes as Meng and Zheng count them",
        "Their program prints each sentence with those that it is paired with, and each has at most ten links to earlier " +
            "ones: hence what stands out at 10 and 11 (Meng, Zheng 2018, Figure 2). Joined by union-find, the same pairs " +
            "have no such sizes. Both axes are logarithmic.",
        [
            ["theirs", "--drift", theirs, printed.meng, DASHED],
            ["their program, here", "--template", meng, totalOf(meng)],
            ["joined by union-find", "--copyedit", wikiduper, totalOf(wikiduper)],
            ["neardup", "--identical", neardup, totalOf(neardup)],
        ],
    );
}

function drawWindow({ sentences, vectors, sizes }, theirs, printed) {
    const column = (place) => sizes.map((row) => [row[0], row[place]]).filter(([, clusters]) => clusters > 0);
    const [clusters, neighbourhoods] = [column(1), column(2)];
    if (!sizes.length)
        return figure("window", "Sizes by random projection", "No two sentences are close by random projection.");
    drawShares(
        "window",
        "Sizes by random projection",
        `Of ${count(sentences, "sentence")}, by ${vectors === "words" ? "the mean vectors of their words" : "tf-idf"}: ` +
            "100 bits, ten orders, a window of ten, and fewer than five bits that differ (Meng, Zheng 2018, Table 4). Theirs " +
            "ran out of memory, so beside it stands what they print of MinHash. Both axes are logarithmic.",
        [
            ["theirs, MinHash", "--drift", theirs, printed.meng, DASHED],
            [`${about.sentence}s with neighbours`, "--template", neighbourhoods, totalOf(neighbourhoods)],
            ["joined by union-find", "--copyedit", clusters, totalOf(clusters)],
        ],
    );
}

function drawSweep({ texts, counts }) {
    const rate = (bad) => (1000 * bad) / texts;
    const lengths = unique(counts.map(([, , length]) => length));
    const most = Math.max(...counts.map(([, , , , bad]) => rate(bad)));
    const title = "Shingles and false positives";
    if (!most)
        return figure("sweep", title, `Of ${count(texts, "text")}, no two share a signature although they are not alike.`);
    const step = 10 ** Math.floor(Math.log10(most)) / (most / 10 ** Math.floor(Math.log10(most)) < 3 ? 2 : 1);
    const ticks = Array.from({ length: Math.ceil(most / step) + 1 }, (_, i) => i * step);
    const ways = [0, 1].flatMap((theirs) => [8, 9, 10].map((k) => [theirs, k]));
    const chosen = (theirs, k) => counts.filter((row) => row[0] === theirs && row[1] === k);
    const name = (theirs, k) => `K = ${k}, ${theirs ? "their hash" : "without loss"}`;
    chart(
        "sweep",
        title,
        `Pairs of ${count(texts, "text")} that share one of ten signatures of K minhashes, though more than a quarter of their ` +
            "characters differ, by the length of a shingle. The hash function of Ayhan et al. 2013 packs a shingle into four " +
            "bytes, so that long ones can meet by chance. The band is where the false pairs of their Figure 2 are fewest.",
        `At most ${most.toFixed(2)} false pairs in 1,000 texts.`,
        {
            x: {
                name: "characters in a shingle",
                from: lengths[0] - 0.5,
                to: lengths[lengths.length - 1] + 0.5,
                ticks: lengths,
            },
            y: { name: "false pairs in 1,000 texts", from: 0, to: ticks[ticks.length - 1], ticks },
            series: ways.map(([theirs, k]) => ({
                name: name(theirs, k),
                colour: theirs ? "--drift" : "--template",
                line: 1.8,
                dash: { 9: DASHED, 10: DOTTED }[k],
                points: chosen(theirs, k).map(([, , length, , bad]) => [length, rate(bad)]),
            })),
            over: (x) =>
                make("rect", {
                    x: x(11.5),
                    y: TOP,
                    width: x(13.5) - x(11.5),
                    height: FLOOR - TOP,
                    style: "fill: var(--quiet); opacity: .12",
                }),
        },
        table(
            ["hash", "minhashes", "shingle", "good pairs", "false pairs", "in 1,000"],
            counts.map(([theirs, k, length, good, bad]) => [
                theirs ? "theirs" : "without loss",
                k,
                length,
                good,
                bad,
                rate(bad).toFixed(2),
            ]),
        ),
    );
}

// Cuts are [name, alignments, with a case, share of the cases]; the first one is none.
function drawCuts(cuts) {
    const most = cuts[0][1];
    const least = Math.max(1, Math.min(...cuts.map(([, alignments]) => alignments)));
    const by = (word) =>
        [cuts[0], ...cuts.filter(([name]) => name.includes(word))]
            .filter(([, alignments]) => alignments > 0)
            .map(([name, alignments, , share]) => [alignments, share, `${name}: ${exactly(share)}`])
            .sort((a, b) => a[0] - b[0]);
    const theirs = cuts.filter(([name]) => name === "similarity 0.025" || name.startsWith("250 "));
    chart(
        "cuts",
        "Fewer alignments",
        `How many of the cases of text reuse are found if the candidates of each ${about.article} are aligned in the order of ` +
            "their similarity by tf-idf, up to a rank, a similarity, or a number of misses in a row. The rings are the cuts of " +
            "Alshomary et al. 2019, section 3.2: 0.025 and 250.",
        `Without a cut, ${count(most, "alignment")}.`,
        {
            x: {
                name: `pairs of ${about.article}s aligned`,
                log: true,
                from: least * 0.8,
                to: Math.max(most * 1.2, least * 12),
            },
            y: { name: "cases found", from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1], text: percent },
            series: [
                { name: "by rank", colour: "--template", points: by("rank"), line: 1.5, dots: 3 },
                { name: "by similarity", colour: "--copyedit", points: by("similarity"), line: 1.5, dots: 3 },
                { name: "by misses", colour: "--drift", points: by("misses"), line: 1.5, dots: 3, dash: DASHED },
            ],
            over: (x, y) =>
                theirs
                    .filter(([, alignments]) => alignments > 0)
                    .map(([name, alignments, , share]) =>
                        make(
                            "circle",
                            { cx: x(alignments), cy: y(share), r: 7, style: "fill: none; stroke: var(--ink)" },
                            make("title", name),
                        ),
                    ),
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
    const series = [
        ["MinHash", "--template"],
        ["tf-idf", "--identical"],
        ["projection", "--copyedit", DASHED],
        ["VDSH", "--reference"],
        ["theirs", "--drift"],
    ].map(([way, colour, dash]) => ({
        name: way,
        colour,
        dots: 3.5,
        line: way === "theirs" ? 0 : 1.5,
        dash,
        points: known
            .filter(([of]) => of === way)
            .map(([, name, , each, recall]) => [each, recall, `${name}: ${exactly(recall)}`]),
    }));
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
            x: { name: "candidates for each pair with a case", log: true, from: least * 0.7, to: Math.max(most * 2, least * 12) },
            y: { name: "cases found", from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1], text: percent },
            series,
            over: (x, y) =>
                known
                    .filter(([way, name]) => way === "theirs" && ["LSH", "VDSH", "tf-idf"].includes(name))
                    .map(([, name, , each, recall]) => write(x(each), y(recall) + 16, name, "middle", "label")),
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
    if (others.sweep) drawSweep(others.sweep);
    if (others.paper_sizes) drawPaperSizes(others.paper_sizes, printed);
    if (others.window) drawWindow(others.window, others.paper_sizes.theirs, printed);
    if (others.cuts) drawCuts(others.cuts);
    if (others.retrieval) drawWays(others.retrieval);
    if (others.sites) drawSites(others.sites, printed);
    drawShared(shared);
}
