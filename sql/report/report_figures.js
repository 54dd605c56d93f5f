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

const powers = (most) => Array.from({ length: Math.floor(Math.log10(most)) + 1 }, (_, i) => 10 ** i);

const line = (x1, y1, x2, y2, className) => make(`line.${className}`, { x1, y1, x2, y2 });

const write = (x, y, text, anchor = "start", className = "note") =>
    make(`text.${className}`, { x, y, "text-anchor": anchor }, text);

// Lines across the chart at `ticks`, with their labels at the left and below.
function axes({ width, x, y, xTicks, yTicks, xText = String, yText = String, xName, yName }) {
    return [
        yTicks.map((tick) => [
            line(LEFT, y(tick), width - RIGHT, y(tick), "grid"),
            write(LEFT - GAP, y(tick) + 4, yText(tick), "end"),
        ]),
        line(LEFT, FLOOR, width - RIGHT, FLOOR, "axis"),
        xTicks.map((tick) => [
            line(x(tick), FLOOR, x(tick), FLOOR + 4, "axis"),
            write(x(tick), FLOOR + 18, xText(tick), "middle"),
        ]),
        write(width - RIGHT, CHART_HEIGHT - 2, xName, "end", "label"),
        write(0, TOP - 14, yName, "start", "label"),
    ].flat(3);
}

const upright = (x, y1, y2, style) => make("line", { x1: x, x2: x, y1, y2, style });

const dot = (cx, cy, r, colour) => make("circle", { cx, cy, r, style: `fill: var(${colour})` });

const percent = (share) => `${Math.round(100 * share)} %`;

function tableOf(heads, rows) {
    return make(
        "details",
        make("summary", "The numbers"),
        scrolled(
            "The numbers of this figure",
            heads,
            rows.map((row) => make("tr", row)),
        ),
    );
}

const table = (heads, rows) =>
    tableOf(
        heads.map((text) => head(text, "th.number")),
        rows.map((row) =>
            row.map((cell) => make("td.number", typeof cell === "number" ? number.format(cell) : cell)),
        ),
    );

// Puts title, caption, drawing and table into the figure of that name. `draw(width)` gives [height, parts].
function figure(id, title, ...parts) {
    const box = byId("figure-" + id);
    box.append(make("h3", title));
    return explainedDrawing(box, ...parts);
}

function explainedDrawing(box, caption, summary, draw, numbers) {
    box.append(make("figcaption", caption));
    if (!draw) return;
    const drawing = make("div");
    box.append(...[drawing, numbers].filter(Boolean));
    let last = 0;
    const redraw = () => {
        const width = Math.floor(drawing.clientWidth);
        if (!width || width === last) return;
        last = width;
        const [height, parts] = draw(width);
        const image = make(
            "svg",
            {
                viewBox: `0 0 ${width} ${height}`,
                width,
                height,
                role: parts.flat(Infinity).some((part) => part.tagName === "a") ? "group" : "img",
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

function drawKinds(kinds) {
    if (!kinds.length) return figure("kinds", "Kinds of clusters", "There are no clusters.");
    const most = Math.max(1, ...kinds.map(([, clusters]) => clusters));
    const named = kinds.map(([kind, clusters, sentences]) => [kindName(kind), clusters, sentences]);
    figure(
        "kinds",
        "Kinds of clusters",
        "A cluster is a set of sentences that are alike. How many there are of each kind. (A cluster may have " +
            "pairs of several kinds, so these numbers are not those of the findings above.)",
        kinds.map(([kind, clusters]) => `${kindName(kind)}: ${clusters}`).join(", "),
        (width) => {
            const row = 46;
            const x = linear(0, most, 0, width - 4);
            return [
                kinds.length * row,
                kinds.map(([kind, clusters, sentences], i) => {
                    const group = make(`g.${kind}`);
                    group.append(
                        make("text.label", { x: 0, y: i * row + 14 }, kindName(kind)),
                        write(
                            width,
                            i * row + 14,
                            `${count(clusters, "cluster")}, ${count(sentences, about.sentence)}`,
                            "end",
                        ),
                        make("rect", {
                            x: 0,
                            y: i * row + 21,
                            height: 10,
                            width: Math.max(2, x(clusters)),
                            rx: 1,
                            style: "fill: var(--accent)",
                        }),
                    );
                    return group;
                }),
            ];
        },
        table(["kind", "clusters", about.sentence + "s"], named),
    );
}

// The Hurwitz zeta function, by Euler and Maclaurin after ten terms.
function zeta(alpha, least) {
    const last = least + 10;
    let sum = last ** -alpha * (last / (alpha - 1) + 0.5 + alpha / 12 / last);
    for (let size = least; size < last; size++) sum += size ** -alpha;
    return sum;
}

// The power law of [size, clusters] from a size on, as sql/papers/power_law.sql finds it; undefined if it is too steep to
// tell, since nearly all clusters have one size.
function powerLaw(sizes) {
    let best;
    for (const [least] of sizes) {
        const tail = sizes.filter(([size]) => size >= least);
        const clusters = tail.reduce((sum, [, number]) => sum + number, 0);
        if (least > 100 || (clusters < 50 && best)) break;
        const logarithms = tail.reduce((sum, [size, number]) => sum + number * Math.log(size), 0);
        const unlikely = (alpha) => clusters * Math.log(zeta(alpha, least)) + alpha * logarithms;
        let [low, high] = [1.01, 8];
        while (high - low > 1e-5) {
            const third = (high - low) / 3;
            if (unlikely(low + third) < unlikely(high - third)) high -= third;
            else low += third;
        }
        const alpha = Math.round(100 * low) / 100;
        let distance = 0,
            observed = 0;
        for (const [size, number] of tail) {
            observed += number / clusters;
            distance = Math.max(distance, Math.abs(observed - 1 + zeta(alpha, size + 1) / zeta(alpha, least)));
        }
        if (!best || distance < best.distance) best = { alpha, least, clusters, distance };
    }
    return best.alpha < 8 ? best : undefined;
}

function drawSizes(sizes) {
    if (!sizes.length) return figure("sizes", "Sizes of clusters", "There are no clusters.");
    const law = powerLaw(sizes);
    const largest = sizes[sizes.length - 1][0];
    const most = Math.max(...sizes.map(([, clusters]) => clusters));
    figure(
        "sizes",
        "Sizes of clusters",
        `How many clusters there are of each size, from ${number.format(sizes[0][1])} of ` +
            `${count(sizes[0][0], about.sentence)} to ${number.format(sizes[sizes.length - 1][1])} of ` +
            `${number.format(largest)}. Both axes are logarithmic: sizes that follow a power law lie on a ` +
            "straight line." +
            (law
                ? ` From ${law.least} on, the law with the exponent ${law.alpha.toFixed(2)} fits best; the line shows ` +
                  "how many clusters of each size it expects."
                : ""),
        `The smallest clusters have ${sizes[0][0]} ${about.sentence}s, the largest ${largest}.`,
        (width) => {
            const x = logarithmic(1.7, Math.max(12, largest * 1.3), LEFT, width - RIGHT);
            const y = logarithmic(0.8, Math.max(12, most * 1.2), FLOOR, TOP);
            const ticks = [2, 5, ...powers(largest).slice(1)].filter((tick) => tick < Math.max(12, largest * 1.3));
            const parts = axes({
                width,
                x,
                y,
                xTicks: ticks,
                yTicks: powers(Math.max(10, most)),
                xText: number.format,
                yText: number.format,
                xName: `${about.sentence}s in a cluster`,
                yName: "clusters",
            });
            for (const [size, clusters] of sizes) {
                const style = "stroke: var(--template); opacity: .25; stroke-width: 2";
                parts.push(upright(x(size), FLOOR, y(clusters), style), dot(x(size), y(clusters), 3, "--template"));
            }
            if (law) {
                const expected = (size) => (law.clusters * size ** -law.alpha) / zeta(law.alpha, law.least);
                const end = Math.max(law.least + 1, Math.min(largest, (expected(1) / 0.8) ** (1 / law.alpha)));
                parts.push(
                    make("path", {
                        d: `M${x(law.least).toFixed(1)},${y(expected(law.least)).toFixed(1)}L${x(end).toFixed(1)},${y(expected(end)).toFixed(1)}`,
                        style: "fill: none; stroke: var(--drift); stroke-width: 1.5",
                    }),
                );
            }
            parts.push(
                write(
                    Math.min(x(largest), width - RIGHT),
                    y(sizes[sizes.length - 1][1]) - 10,
                    `the largest: ${number.format(largest)}`,
                    "end",
                    "label",
                ),
            );
            return [CHART_HEIGHT, parts];
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
    const { bands, rows, least, curve, one_less: oneLess, points } = recall;
    const found = curve[Math.round(100 * least)];
    const measured =
        points.length && oneLess
            ? "The dots are measured: of the pairs here that meet in one band, the share that meet in another, " +
              `too. Bands are independent, so this measures, without bias, what ${count(bands - 1, "band")} ` +
              "find. The bars are 95 % intervals."
            : oneLess || bands === 1
              ? "Too few pairs meet here to measure it."
              : "It is not measured: the bands of this scheme share hash functions.";
    figure(
        "recall",
        "How much is found",
        `The curve is computed: with ${count(bands, "band")} of ${count(rows, "row")} a pair of ` +
            `Jaccard similarity ${least} is found with a probability of ${(100 * found).toFixed(1)} %. ${measured}`,
        `The probability rises from 0 to 1 and is ${percent(found)} at ${least}.`,
        (width) => {
            const x = linear(0, 1, LEFT, width - RIGHT),
                y = linear(0, 1, FLOOR, TOP);
            const path = (values) =>
                "M" + values.map((value, i) => `${x(i / 100).toFixed(1)},${y(value).toFixed(1)}`).join("L");
            const parts = axes({
                width,
                x,
                y,
                xTicks: [0, 0.2, 0.4, 0.6, 0.8, 1],
                yTicks: [0, 0.25, 0.5, 0.75, 1],
                yText: percent,
                xName: "Jaccard similarity",
                yName: "probability to be found",
            });
            parts.push(
                upright(x(least), TOP, FLOOR, "stroke: var(--strong-line); stroke-dasharray: 2 3"),
                write(x(least) + GAP, FLOOR - 26, "verified pairs", "start"),
                write(x(least) + GAP, FLOOR - 11, `from ${least} on`, "start"),
                make("path", {
                    d: path(curve),
                    style: "fill: none; stroke: var(--template); stroke-width: 2.5",
                }),
            );
            // That of Weissman et al. 2015, Figure 1, for K = M = 10.
            const theirs = curve.map((_, i) => 1 - (1 - (i / 100) ** 10) ** 10);
            parts.push(
                make("path", { d: path(theirs), style: "fill: none; stroke: var(--strong-line); stroke-dasharray: 5 3" }),
                write(x(0.84), y(0.42), "formula of the paper, K = M = 10", "end"),
            );
            if (oneLess)
                for (const [jaccard, share, pairs] of points) {
                    const [low, high] = interval(share, pairs);
                    parts.push(
                        upright(x(jaccard), y(low), y(high), "stroke: var(--drift); stroke-width: 1.5"),
                        dot(x(jaccard), y(share), 3.5, "--drift"),
                    );
                }
            const at = curve.findIndex((value) => value >= 0.5);
            const [end, anchor] = x(at / 100) > LEFT + 130 ? [x(at / 100) - 14, "end"] : [LEFT + GAP, "start"];
            const legend = (text, y, colour) =>
                make("text", { x: end, y, "text-anchor": anchor, style: `fill: var(${colour})` }, text);
            parts.push(legend("computed", y(0.6), "--template"));
            if (points.length && oneLess) parts.push(legend("measured", y(0.6) + 17, "--drift"));
            return [CHART_HEIGHT, parts];
        },
        points.length &&
            table(
                ["Jaccard similarity", "pairs", "measured", `computed, ${count(bands - 1, "band")}`],
                points.map(([jaccard, share, pairs]) => [
                    jaccard.toFixed(2),
                    pairs,
                    (100 * share).toFixed(1) + " %",
                    oneLess ? (100 * oneLess[Math.round(100 * jaccard)]).toFixed(1) + " %" : "–",
                ]),
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
        (width) => {
            const x = linear(from, 50, LEFT, width - RIGHT),
                y = linear(0, farthest, FLOOR, TOP);
            const step = Math.max(1, Math.ceil((50 - from) / 5 / 5)) * 5;
            const xTicks = [],
                yTicks = [];
            for (let tick = Math.ceil(from / step) * step; tick <= 50; tick += step) xTicks.push(tick);
            for (let tick = 0; tick <= farthest; tick += farthest > 12 ? 5 : 2) yTicks.push(tick);
            const parts = axes({
                width,
                x,
                y,
                xTicks,
                yTicks,
                xText: (tick) => (tick / 50).toFixed(1),
                yText: (tick) => `${2 * tick} %`,
                xName: "Jaccard similarity",
                yName: "characters edited",
            });
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
                const points = [];
                for (let e = 0; e <= farthest; e++)
                    if (50 * bound(e / 50) >= from) points.push(`${x(50 * bound(e / 50)).toFixed(1)},${y(e).toFixed(1)}`);
                if (points.length > 1)
                    parts.push(
                        make("path", {
                            d: "M" + points.join("L"),
                            style: "fill: none; stroke: var(--drift); stroke-width: 1.5",
                        }),
                    );
            }
            const scale = [0.15, 0.4, 0.65, 1];
            scale.forEach((opacity, i) =>
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
            return [CHART_HEIGHT, parts];
        },
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

function drawFigures({ kinds, sizes, recall, distances, shingle_part: part, shared }) {
    drawKinds(kinds);
    drawSizes(sizes);
    drawRecall(recall);
    drawDistances(distances, about.setting.jaccard, part);
    drawShared(shared);
}
