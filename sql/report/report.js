// report.js - shows the data of the report: lists with filters and pages, and the figures.
//
//   (1) Every text is data: it becomes a text node, and never markup or a part of a program.
//   (2) Nothing is asked of any host. Links lead to http and https only.
//   (3) Characters that control a display or turn the direction of writing are shown by their number.
//   (4) The part of the address after # says what is shown: #contradictions, #contradictions?least=0.8&page=2,
//       or one finding, such as #contradictions/67-742.
//
// docs/guide/report.md describes the data.

"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const about = data.about;

// ---- Elements --------------------------------------------------------------------------------------

const SVG = "http://www.w3.org/2000/svg";
const IN_SVG = new Set("svg g path line circle rect text title".split(" "));
const byId = (id) => document.getElementById(id);
const isDrawn = (part) => part instanceof SVGElement;

// make("a.section", { href: … }, "text", element, …): an element with classes, attributes and content.
function make(name, ...content) {
    const [tag, ...classes] = name.split(".");
    const attributes = content[0]?.constructor === Object ? content.shift() : {};
    const element =
        IN_SVG.has(tag) || (content.some(isDrawn) && tag === "a")
            ? document.createElementNS(SVG, tag)
            : document.createElement(tag);
    if (classes.length) element.setAttribute("class", classes.join(" "));
    for (const [key, value] of Object.entries(attributes)) {
        if (value !== undefined && value !== null) element.setAttribute(key, value);
    }
    element.append(...content.flat(Infinity).filter((part) => part !== null && part !== undefined && part !== ""));
    return element;
}

function button(name, action, ...content) {
    const attributes = content[0]?.constructor === Object ? content.shift() : {};
    const element = make(name, { type: "button", ...attributes }, content);
    element.addEventListener("click", action);
    return element;
}

const head = (content, name = "th") => make(name, { scope: "col" }, content);

// A table that scrolls by itself where it is too wide, and what follows it there.
const scrolled = (label, heads, rows, ...rest) =>
    make(
        "div.scroll",
        { tabindex: 0, role: "region", "aria-label": label },
        make("table", make("thead", make("tr", heads)), make("tbody", rows)),
        rest,
    );

const unseen = (text) => make("span.unseen", text);
const joined = (parts, between) => parts.flatMap((part, i) => (i ? [between, part] : [part]));

// As in ext/core/text/terminal_control.h: controls, what is not seen, and what overrides the direction of writing.
const CONTROL =
    /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;

function shown(text) {
    if (!CONTROL.test(text)) return [text];
    return text.split(new RegExp(`(${CONTROL.source})`, "u")).map((part) => {
        if (part === "\t" || part === "\n") return " ";
        if ([...part].length !== 1 || !CONTROL.test(part)) return part;
        const number = "U+" + part.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
        return make("span.control", { title: "a control character" }, number);
    });
}

const isolated = (text) => make("bdi", shown(String(text)));

const visible = (text) =>
    shown(String(text))
        .map((part) => part.textContent ?? part)
        .join("");

// What this browser keeps by a name, or keeps from now on; null if there is nothing, no storage for a file, or no room.
function stored(name, value) {
    try {
        if (value === undefined) return localStorage.getItem(name);
        localStorage.setItem(name, value);
        return value;
    } catch {
        return null;
    }
}

const number = new Intl.NumberFormat("en");
const plural = (n, one) => (n === 1 ? one : one + "s");
const count = (n, one) => `${number.format(n)} ${plural(n, one)}`;

// ---- Articles --------------------------------------------------------------------------------------

const sources = new Map(about.sources.map((source) => [source.id, source]));

const articles = data.articles.map((entry) => {
    const row = Array.isArray(entry) ? entry : [entry, about.sources[0].id];
    const [name, source, revision, url, id, title, own = name] = row; // "own": with which verdicts know it
    return { name, source: sources.get(source), revision, url, id, title, own };
});

// The pattern that somebody gave, filled, where that leads (1). Else as in the view article_url, where "/Carrowick"
// follows the address of the source's wiki. Null unless it leads to http or https.
function address(article) {
    const { url, source } = article;
    if (!url) return null;
    const filled = () => about.link.replace(/\{(id|title)\}/g, (_, name) => encodeURIComponent(article[name]));
    try {
        const { protocol, href } = new URL(url === 1 ? filled() : url[0] === "/" ? source.address + url.slice(1) : url);
        return protocol === "http:" || protocol === "https:" ? href : null;
    } catch {
        return null;
    }
}

function named(article, tag = "b") {
    const url = address(article);
    const name = article.name === "" ? "(no title)" : article.name;
    return url === null
        ? make(tag, {}, isolated(name))
        : make("a", { href: url, rel: "noreferrer", referrerpolicy: "no-referrer" }, isolated(name));
}

function place(article, section) {
    const url = article.revision ? address(article) : null;
    const parts = [named(article)];
    if (section) parts.push(make("span.section", " § ", isolated(section)));
    if (about.sources.length > 1) parts.push(make("span.section", " · ", isolated(article.source.name)));
    if (url !== null) {
        const title = "the revision that was read";
        const link = { href: `${url}?oldid=${article.revision}`, rel: "noreferrer", title };
        parts.push(" ", make("a.revision", link, "as read", unseen(": "), unseen(visible(article.name))));
    }
    return make("p.place", parts);
}

// ---- Kinds -----------------------------------------------------------------------------------------

const KINDS = {
    drift: ["different facts", "nearly the same, but a number, a date, a name … differs"],
    copyedit: ["rewording", "the same fact in different words"],
    template: ["template", "one pattern, different subjects"],
    identical: ["copies", "one text in several places"],
    reference: ["citation", "works that are cited"],
    other: ["other", "lists and fragments"],
};
const kindName = (kind) => ({ content: "copied", structure: "one pattern" })[kind] ?? KINDS[kind]?.[0] ?? kind;

// "likely, 0.87"
const likelihood = (score) => about.likelihoods[Math.round(100 * score)];

// ---- Findings --------------------------------------------------------------------------------------

// Pieces of two sentences: equal, a, b, equal, a, b …  An equal one is [a, b] if its white space differs. One of which something
// stands elsewhere in the other text is [piece, [begin, length, begin, length …]], in characters from 1.
const textOf = (piece, i, which) => (typeof piece === "string" ? piece : piece[i % 3 ? 0 : which - 1]);

// A sentence, exactly.
const side = (pieces, which) =>
    pieces.map((piece, i) => (i % 3 === 0 || i % 3 === which ? textOf(piece, i, which) : "")).join("");

// The piece, cut where something has moved: the second part has, the fourth, and so on.
function cut(piece) {
    if (typeof piece === "string") return [piece];
    const characters = [...piece[0]];
    const parts = [];
    let at = 0;
    for (let i = 0; i < piece[1].length; i += 2) {
        const begin = piece[1][i] - 1;
        const end = begin + piece[1][i + 1];
        parts.push(characters.slice(at, begin).join(""), characters.slice(begin, end).join(""));
        at = end;
    }
    return [...parts, characters.slice(at).join("")];
}

// What only this side has, or has in another place.
function difference(part, which, moved) {
    const [, before, core, after] = part.match(/^(\s*)([^]*?)(\s*)$/);
    const [tag, where] = which === 1 ? ["del", "left"] : ["ins", "right"];
    const [look, title, said] = moved
        ? [".moved", "It stands elsewhere on the other side", " [moved: "]
        : ["", null, ` [only on the ${where}: `];
    return [before, make(tag + look, { title }, unseen(said), shown(core || part), unseen("] ")), core && after];
}

// Findings are rows of the data; these have names for what is in them.
const record = (names, row) => Object.fromEntries(names.split(" ").map((name, i) => [name, row[i]]));

// Two sentences or passages side by side. A section is 0 or absent if there is none, and scores are thousandths.
function twoSides(names, row) {
    const item = record(names, row);
    const { pieces, kind, score = 0 } = item;
    const [x, y] = [articles[item.x], articles[item.y]];
    const words = () => [x.name, y.name, side(pieces, 1), side(pieces, 2)];
    return { ...item, x, y, kind: about.kinds[kind], score: score / 1000, words, title: x.name };
}

function pairOf([a, b, ...row]) {
    const names = "x y kind score reason more pieces xSection ySection type group given why";
    const item = twoSides(names, row);
    return { ...item, id: `${a}-${b}`, isPair: true, given: record("verdict judge judged_at reason", item.given || []) };
}

const reuseOf = (row) =>
    twoSides("id x y kind shared similarity reason pieces xSection ySection score conflict", row);

function templateOf(row) {
    const item = record("id size texts inArticles literals rows shaped", row);
    const rows = item.rows.map(([article, values]) => [articles[article], values]);
    const title = item.literals.join(" ");
    const words = () => [title, ...rows.flatMap(([article, values]) => [article.name, ...values])];
    return { ...item, kind: "template", rows, words, title };
}

function copyOf(row) {
    const item = record("id size inArticles title where shaped", row);
    const where = item.where.map((article) => articles[article]);
    return { ...item, kind: "identical", where, words: () => [item.title, ...where.map(({ name }) => name)] };
}

function lineageOf(row) {
    const item = record("id wordings inArticles more title tree changes", row);
    const tree = item.tree.map(([article, ...row]) => [articles[article], ...row]);
    const changes = item.changes.map(([article, ...row]) => [
        articles[article],
        ...row.slice(0, -1),
        row.at(-1).map((stale) => articles[stale]),
    ]);
    const words = () => [item.title, ...tree.map(([article, , , who]) => `${article.name} ${who || ""}`)];
    return { ...item, kind: changes.length ? "drift" : "identical", tree, changes, words };
}

// A long stretch that does not differ is shortened, until somebody asks for it.
function stretch(text) {
    if (text.length <= 700) return shown(text);
    const hidden = text.slice(250, -250);
    const unfold = () => elided.replaceWith(...shown(hidden));
    const elided = button("button.elided", unfold, `… ${count(hidden.length, "character")} …`);
    return [...shown(text.slice(0, 250)), elided, ...shown(text.slice(-250))];
}

function sentence(article, section, pieces, which) {
    const parts = pieces.map((piece, i) => {
        if (i % 3 === 0) return stretch(textOf(piece, i, which));
        if (i % 3 !== which) return null;
        if (piece === "" && pieces[i + (which === 1 ? 1 : -1)] === "") return null;
        if (piece === "") return [make("span.gap", { "aria-hidden": "true" }), unseen(" [nothing here] ")];
        const parts = cut(piece);
        return parts.map((part, i) => (parts.length > 1 && !part.trim() ? part : difference(part, which, i % 2 === 1)));
    });
    return make("div", place(article, section), paragraph(article, parts));
}

const paragraph = (article, text) => make("p.sentence", { dir: "auto", lang: article?.source?.language }, text);

// A finding, with a heading for those who do not see it. The first of its facts stands apart.
function finding(list, item, heading, [score, ...facts], ...content) {
    const id = `${list.name}/${item.id}`;
    const title = "link to this finding";
    const said = facts.filter(Boolean).map((fact) => (fact.tagName ? fact : make("span", fact)));
    return make(
        `li.finding.${item.kind}`,
        { id, tabindex: -1 },
        make("h3.unseen", heading),
        make(
            "div.facts",
            make("span.score", score),
            make("span.said", joined(said, " · ")),
            make("a.here", { href: "#" + id, title }, "#", unseen(" " + title)),
        ),
        content,
    );
}

// A finding of two sides, and what follows these.
function findingOfTwo(list, item, facts, before, ...after) {
    const { x, y, xSection, ySection, pieces } = item;
    const sides = make("div.sides", sentence(x, xSection, pieces, 1), sentence(y, ySection, pieces, 2));
    return finding(list, item, `${visible(x.name)} and ${visible(y.name)}`, facts, before, sides, after);
}

// Its kind, unless all findings that are shown have the same.
const kindOf = (list, item) =>
    list.kinds.length > 1 && !list.state.kind ? make("span.kind", kindName(item.kind)) : null;

// `why` is "topic 0.87: point, point …; conflict 0.93: point …", and the conflict may be missing.
function explained({ score, why }) {
    const [topic, conflict] = why.split("; conflict ");
    const evidence = (claim, text) => {
        const [said, ...points] = text.split(/: |, (?=[a-z_]+ )/);
        const items = points.map((point) => make("li", shown(point.replaceAll("_", " "))));
        const probability = parseFloat(said.replace(/\D*/, "")).toFixed(2);
        return [make("p", `${claim}, with a probability of ${probability}, by`), make("ul.evidence", items)];
    };
    return make(
        "details",
        make("summary", "Why", unseen(" this score")),
        make(
            "p",
            `The score, ${score.toFixed(2)}, is how likely both are about one thing, times how likely ` +
                "what differs is a conflict. Clues have a value each and, in brackets, points for or against.",
        ),
        evidence("About one thing", topic),
        conflict ? evidence("A conflict", conflict) : null,
    );
}

const returned = ({ judge, judged_at, reason }) =>
    make("p.diverged", `Fixed on ${judged_at.slice(0, 10)}, says `, isolated(judge),
        reason ? [" (", isolated(reason), ")"] : "", ", and has returned.");

function showPair(list, item) {
    const score =
        list.name === "reworded"
            ? [unseen("Jaccard similarity "), item.score.toFixed(2)]
            : [unseen("how likely it is that both cannot be true: "), likelihood(item.score)];
    const more = item.more && `and ${count(item.more, "more pair")} like it`;
    return findingOfTwo(
        list,
        item,
        [score, kindOf(list, item), shown(item.reason), more],
        item.given.verdict === "returned" ? returned(item.given) : null,
        item.why ? explained(item) : null,
        item.group ? grouped(item.group) : null,
        verdictBar(list, item),
    );
}

function showReuse(list, item) {
    const said = `words in common, similarity ${(item.similarity / 1000).toFixed(2)}`;
    const shared = [number.format(item.shared), unseen(" words in common")];
    return findingOfTwo(
        list,
        item,
        [shared, said, kindOf(list, item), item.reason && shown(item.reason)],
        item.score ? make("p.diverged", `Diverged (${likelihood(item.score)}): `, shown(item.conflict)) : null,
    );
}

const sizes = ({ size, inArticles, shaped }, one = about.sentence) => [
    number.format(size),
    plural(size, one),
    "in " + count(inArticles, about.article),
    shaped && ["shaped by verdicts: ", isolated(shaped)],
];

function showTemplate(list, item) {
    const slots = item.literals.slice(1).map((_, i) => String(i + 1));
    const pattern = item.literals.map((literal, i) => [
        i ? make("span.slot", unseen("slot "), slots[i - 1]) : null,
        shown(literal),
    ]);
    const rows = item.rows.map(([article, values]) =>
        make(
            "tr",
            make("th", { scope: "row" }, named(article, "span")),
            values.map((value) => make("td", { dir: "auto" }, value === "" ? unseen("nothing") : stretch(value))),
        ),
    );
    const title = "What stands in the slots";
    const size = count(item.size, about.sentence);
    const others = item.size - rows.length;
    const more = others > 0 ? make("p.where", `and ${count(others, "other " + about.sentence)}`) : null;
    const heads = [about.article, ...slots.map((slot) => make("span.slot", slot))].map((one) => head(one));
    return finding(
        list,
        item,
        `Template of ${size}`,
        sizes(item),
        paragraph(null, pattern),
        make(
            "details",
            make("summary", `${title} of ${others > 0 ? `${rows.length} of ` : ""}${size}`),
            scrolled(title, heads, rows, more),
        ),
    );
}

function showCopy(list, item) {
    const others = item.inArticles - item.where.length;
    const where = joined(item.where.map((article) => named(article, "span")), " · ");
    return finding(
        list,
        item,
        `Text that occurs ${count(item.size, "time")}`,
        sizes(item, list.of),
        paragraph(item.where[0], stretch(item.title)),
        make("p.where", where, others > 0 ? ` · and ${count(others, "other " + about.article)}` : ""),
    );
}

const authorName = (who, author) => [
    who === 0 ? "somebody hidden" : isolated(who),
    author === "bot" || author === "IP" ? ` (${author})` : "",
];

// An article of a lineage, as deep as it is below the first.
function copyLine([article, below, date, who, author, standing, others, decided, moved, parted]) {
    const facts = [
        standing ? "" : "; gone",
        others > 1 ? `; or from ${others > 2 ? `one of ${number.format(others - 1)} others` : "another one"}` : "",
        decided ? "" : "; or the other way round",
        moved ? "; moved" : "",
        parted ? [`; parted after ${count(parted[2], "day")} by `, isolated(parted[0]), " → ", isolated(parted[1])] : "",
    ];
    return make(
        "li",
        { style: `margin-left: ${1.5 * below}em` },
        unseen(below ? `copy of depth ${below}: ` : ""),
        named(article),
        make("span.said", ` ${date}, `, authorName(who, author), facts),
    );
}

function showLineage(list, item) {
    const others = item.inArticles - item.tree.length;
    return finding(
        list,
        item,
        `Text in ${count(item.inArticles, about.article)}`,
        [
            number.format(item.inArticles),
            plural(item.inArticles, about.article),
            count(item.wordings, "wording"),
            item.more && `and ${count(item.more, "more text")} in the same ${about.article}s`,
        ],
        paragraph(item.tree[0]?.[0], stretch(item.title)),
        item.changes.map(([article, date, who, comment, before, after, sourcesAfter, sourcesBefore, followed, stale]) =>
            make("p.diverged", `On ${date} `, authorName(who, ""), " changed ", isolated(before), " to ", isolated(after), " in ",
                named(article), comment === 0 ? "" : [": “", isolated(comment), "”"], ". It is still ", isolated(before), " in ",
                joined(stale.map((one) => named(one)), ", "),
                `. The new value has ${count(sourcesAfter, "independent source")}, the old one ` +
                    `${number.format(sourcesBefore)}; in ${count(followed, about.article)} it was taken over.`,
            ),
        ),
        make("ul.tree", item.tree.map(copyLine), others > 0 ? make("li", `and ${count(others, "other " + about.article)}`) : null),
    );
}

// ---- Lists -----------------------------------------------------------------------------------------

// An order is [name, words, comparison]; the first is that of the data, unless it has a comparison.
const BY_TITLE = ["title", "By title", (a, b) => a.title.localeCompare(b.title)];
const BY_TEXT = ["title", "By text", BY_TITLE[2]];
const BY_ARTICLES = ["articles", `By ${about.article}s`, (a, b) => b.inArticles - a.inArticles];
const LONGEST = ["longest", "Longest first", (a, b) => b.shared - a.shared];
const best = (words, order = null) => ["best", words, order];
const diverged = (a, b) => b.score - a.score || a.kind.localeCompare(b.kind) || b.shared - a.shared;

const PAIRS = { read: pairOf, show: showPair };
const SCORED = { ...PAIRS, least: "Score at least", sorts: [best("Best first"), BY_TITLE] };
const BY_SIZE = { sorts: [best("Largest first"), BY_ARTICLES, BY_TEXT] };
const SIMILAR = { least: "Similarity at least", sorts: [best("Closest first"), BY_TITLE] };
const COPIES = { read: copyOf, show: showCopy };
const REUSE = { read: reuseOf, show: showReuse };
const PASSAGES = { ...COPIES, of: "passage", read: (row) => ({ ...copyOf(row), kind: "structure" }) };
const LINEAGES = { read: lineageOf, show: showLineage };

// In the order of the page. Those of PARTS are there only if there is something in them.
const PARTS = ["changes", "reuse", "shared", "lineages"];
const lists = Object.entries({
    contradictions: { label: "Contradictions", ...SCORED },
    changes: { label: "Changes", ...SCORED },
    reworded: { label: "Reworded", ...PAIRS, ...SIMILAR },
    templates: { label: "Templates", read: templateOf, show: showTemplate, ...BY_SIZE, perPage: 5 },
    copies: { label: "Copies", ...COPIES, ...BY_SIZE },
    reuse: { label: "Text reuse", ...REUSE, sorts: [best("Diverged first", diverged), LONGEST, BY_TITLE] },
    shared: { label: "Shared passages", ...PASSAGES, sorts: [best("Most articles first"), BY_TEXT] },
    lineages: { label: "Who copied", ...LINEAGES, sorts: [best("Stale copies first"), BY_ARTICLES, BY_TEXT] },
}).map(([name, list]) => ({ name, perPage: 10, ...list }));

// Case and accents do not count in a search.
const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

const unique = (values) => [...new Set(values)].filter(Boolean);

const select = (options) => make("select", ...options.map(([value, text]) => make("option", { value }, text)));

// A list is an array of findings in `items`, the settings of its filters in `state`, and its controls.
function prepare(list) {
    const { shown: rows, findings, rest } = data.lists[list.name];
    Object.assign(list, { items: rows.map(list.read), findings, rest });
    list.kinds = unique(list.items.map((item) => item.kind));
    list.types = unique(list.items.map((item) => item.type)).sort();
    const likely = about.likely[list.name] || 0;
    const rewordings = list.name === "reworded" ? about.rewordings : 0;
    list.told = number.format(likely || rewordings || findings); // how many there are of what is shown first
    const shown = { kind: rewordings ? "copyedit" : "", least: likely ? about.shown_least : 0 };
    list.start = { q: "", type: "", sort: "best", page: 1, judged: 0, ...shown };
    list.state = { ...list.start };
    list.section = byId(list.name);
    list.root = list.section.querySelector(".list");
    if (list.least !== "Score at least" || likely || !findings) return;
    list.told = `0 + ${list.told} less likely`;
    const none = `Nothing has a score of ${about.shown_least} or more. What follows is less likely.`;
    list.section.querySelector(".lead").after(make("p.nothing", none));
}

function controls(list) {
    const box = make("div.filters", { role: "search", "aria-label": list.label });
    const field = (list.field = {});
    const add = (name, element, ...label) => {
        field[name] = element;
        box.append(make(name === "q" ? "label.search" : "label", label, element));
    };
    const choices = (all, values, text) => select([["", all], ...values.map((value) => [value, text(value)])]);
    add(
        "q",
        make("input", { type: "search", autocomplete: "off", spellcheck: "false" }),
        `Search words and ${about.article === "article" ? "titles" : "keys"}`,
    );
    if (list.kinds.length > 1) add("kind", choices("all kinds", list.kinds, kindName), "Kind");
    if (list.types.length > 1) add("type", choices("anything", list.types, String), "What differs");
    if (list.least) {
        list.output = make("span.value");
        const range = make("input", { type: "range", min: 0, max: 1, step: 0.05 });
        add("least", range, make("span", list.least + " ", list.output));
    }
    add("sort", select(list.sorts), "Order");
    for (const [name, element] of Object.entries(field)) {
        element.addEventListener("input", () => {
            if (name === "q") unfilter(list, element.value);
            list.state[name] = name === "least" ? Number(element.value) : element.value;
            list.state.page = 1;
            update(list, true);
        });
    }
    return box;
}

const isUnfiltered = ({ state }) => state.kind === "" && state.type === "" && state.least === 0;

// A search looks at all findings, unless a reader has set other filters than those at first.
function unfilter(list, q) {
    const { kind, least } = list.state;
    if (q && kind === list.start.kind && least === list.start.least)
        Object.assign(list.state, { kind: "", least: 0 });
    if (!q && isUnfiltered(list)) Object.assign(list.state, { kind: list.start.kind, least: list.start.least });
}

function matching(list, { q, kind, type, least, judged } = list.state) {
    const words = plain(q).split(/\s+/).filter(Boolean);
    const has = (item, word) => (item.plain ??= plain(item.words().join("\n"))).includes(word);
    const found = list.items.filter(
        (item) =>
            (!kind || item.kind === kind) &&
            (!type || item.type === type) &&
            (!list.least || item.score >= least) &&
            (judged || !isJudged(item)) &&
            words.every((word) => has(item, word)),
    );
    const order = list.sorts.find(([name]) => name === list.state.sort)[2];
    return order ? found.sort(order) : found;
}

function remember(list) {
    const changed = Object.entries(list.state).filter(([name, value]) => value !== list.start[name]);
    const query = new URLSearchParams(changed).toString();
    try {
        history.replaceState(null, "", `#${list.name}${query ? "?" + query : ""}`);
    } catch {
        // Some browsers refuse this of a file; then the address stays as it is.
    }
}

let announced;
function announce(text) {
    clearTimeout(announced);
    announced = setTimeout(() => {
        byId("announcement").textContent = text;
    }, 400);
}

// How many findings match, which of them are on this page, and what else there is.
function sayHowMany(list, found, first, shown) {
    const { state, items } = list;
    const range = found.length > list.perPage ? `${number.format(first + 1)}–${number.format(first + shown)} of ` : "";
    const all = matching(list, { ...state, kind: "", type: "", least: 0 }).length;
    const judged = matching(list, { ...state, judged: 1 }).filter(isJudged).length;
    const isCut = found.length < items.length - (state.judged ? 0 : items.filter(isJudged).length);
    const match = isCut ? " that match" + (found.length === 1 ? "es" : "") : "";
    const none = judged ? "No finding without a verdict" : "No finding matches";
    const searchedAll = state.q && isUnfiltered(list) ? `; all ${number.format(items.length)} were searched` : "";
    list.count.replaceChildren((found.length ? range + count(found.length, "finding") + match : none) + searchedAll);
    const here = items.length < list.findings ? " on this page" : "";
    list.all.textContent = `Show all ${number.format(all)}${state.q ? " with these words" : ""}${here}`;
    list.judged.textContent = `${state.judged ? "Hide" : "Show"} ${number.format(judged)} judged`;
    if (found.length < all) list.count.append(make("span", " · ", list.all));
    if (judged) list.count.append(make("span", " · ", list.judged));
}

// Shows the page of findings that the state asks for; `told` if a reader has just asked for it.
function update(list, told) {
    const found = matching(list);
    const pages = Math.max(1, Math.ceil(found.length / list.perPage));
    list.state.page = Math.min(Math.max(1, list.state.page), pages);
    const first = (list.state.page - 1) * list.perPage;
    const part = found.slice(first, first + list.perPage);
    for (const [name, element] of Object.entries(list.field)) {
        if (element.value !== String(list.state[name])) element.value = list.state[name];
    }
    if (list.output) list.output.textContent = list.state.least.toFixed(2);
    list.findingsBox.setAttribute("start", first + 1);
    list.findingsBox.replaceChildren(...part.map((item) => list.show(list, item)));
    sayHowMany(list, found, first, part.length);
    list.pages.hidden = pages === 1;
    list.previous.disabled = list.state.page === 1;
    list.next.disabled = list.state.page === pages;
    list.where.textContent = `Page ${number.format(list.state.page)} of ${number.format(pages)}`;
    if (told) {
        remember(list);
        announce(`${list.label}: ${list.count.firstChild.textContent}, ${list.where.textContent}`);
    }
    return found;
}

function turn(list, by) {
    list.state.page += by;
    update(list, true);
    list.count.scrollIntoView({ block: "start" });
    list.findingsBox.focus({ preventScroll: true });
}

function build(list) {
    if (!list.items.length && !list.findings) {
        list.root.append(make("p.nothing", "Nothing of this kind was found."));
        return;
    }
    list.count = make("p.count");
    const showing = (change) =>
        button("button", () => {
            list.state = change();
            update(list, true);
            list.findingsBox.focus({ preventScroll: true });
        });
    list.all = showing(() => ({ ...list.start, q: list.state.q, judged: list.state.judged, kind: "", least: 0 }));
    list.judged = showing(() => ({ ...list.state, judged: 1 - list.state.judged, page: 1 }));
    list.findingsBox = make("ol.findings", { tabindex: -1, "aria-label": list.label });
    const turning = (text, by) => button("button", () => turn(list, by), text, unseen(" page of " + list.label));
    list.previous = turning("Previous", -1);
    list.next = turning("Next", 1);
    list.where = make("span");
    const role = { role: "navigation", "aria-label": "Pages of " + list.label };
    list.pages = make("div.pages", role, list.previous, list.where, list.next);
    list.root.append(controls(list), list.count, list.findingsBox, list.pages);
    const room =
        `This page has room for the first ${number.format(list.items.length)} of ` +
        `${count(list.findings, "finding")}. The database has them all:`;
    if (list.items.length < list.findings) list.root.append(make("div.rest", room, make("pre", list.rest + ";")));
    update(list, false);
}

// ---- Addresses after # -----------------------------------------------------------------------------

function follow() {
    const [path, query] = location.hash.slice(1).split("?");
    const [name, id] = path.split("/");
    const list = lists.find((one) => one.name === name && one.field);
    if (!list || (!id && query === undefined)) return;
    const item = list.items.find((one) => String(one.id) === id);
    list.state = { ...list.start, ...(id ? { kind: "", least: 0 } : {}), judged: Number(!!item && isJudged(item)) };
    for (const [key, value] of new URLSearchParams(query || "")) {
        if (!(key in list.start)) continue;
        const known = { sort: list.sorts.map(([sort]) => sort), kind: ["", ...list.kinds], type: ["", ...list.types] };
        if (key === "page") list.state.page = Math.max(1, parseInt(value, 10) || 1);
        else if (key === "least") list.state.least = Math.min(1, Math.max(0, Number(value) || 0));
        else if (key === "judged") list.state.judged = Number(value === "1");
        else if (key === "q" || known[key].includes(value)) list.state[key] = value;
    }
    if (!matching(list).includes(item)) {
        update(list, false);
        list.section.scrollIntoView();
        if (id) announce("That finding is not on this page.");
        return;
    }
    reveal(list, item, "center").classList.add("chosen");
}

// Turns to the page of a finding, and gives it the focus.
function reveal(list, item, block = "nearest") {
    list.state.page = Math.floor(matching(list).indexOf(item) / list.perPage) + 1;
    update(list, false);
    return reach(byId(`${list.name}/${item.id}`), block);
}

function reach(element, block = "nearest") {
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block });
    return element;
}

// ---- What surrounds the lists ----------------------------------------------------------------------

const figureOf = ([kind, value, label]) =>
    make(kind ? `div.${kind}` : "div", make("dt", label), make("dd", number.format(value)));

function introduce() {
    const others = about.sources.length - 4;
    const more = others > 0 ? ` and ${count(others, "other source")}` : "";
    const first = about.sources.slice(0, 4);
    document.title = `neardup report: ${first.map((source) => visible(source.name)).join(", ")}${more}`;
    const read = unique(about.sources.map((source) => source.read && source.read.slice(0, 10))).sort();
    byId("source").append(
        make("span", joined(first.map((source) => isolated(source.name)), ", "), more),
        read.length ? ` · read on ${read[0]}${read.length > 1 ? " to " + read[read.length - 1] : ""}` : "",
        ` · neardup ${about.version}`,
    );
    const totals = Object.fromEntries(lists.map((list) => [list.name, list.findings]));
    const likely = about.likely.contradictions;
    const { conflicts } = about.figures.reuse;
    byId("headline").replaceChildren(
        make("strong", number.format(likely)),
        ` possible ${plural(likely, "contradiction")} among ${count(about.sentences, about.sentence)}`,
        ...(conflicts ? [", and ", make("a", { href: "#reuse" }, `${number.format(conflicts)} in copied passages`)] : []),
    );
    if (about.changed)
        byId("headline").after(make("p", `These results are out of date: ${visible(about.changed)}.`));
    if (about.expected) {
        const { number: expected, least, most, labels } = about.expected;
        const guess = number.format(expected < 9.95 ? expected : Math.round(expected));
        byId("expected").textContent =
            `A pair counts as possible with a score of ${about.shown_least} or more. Contradictions to expect among ` +
            `all ${count(totals.contradictions, "pair")}: ${guess}, ` +
            `by the scores${labels ? ` and ${count(labels, "label")}` : ""} (with 95\u00a0% confidence, from ` +
            `${number.format(least)} to ${number.format(most)}).`;
    }
    const unlikely = number.format(totals.contradictions - likely);
    const numbers = [
        ["", about.articles, `${plural(about.articles, about.article)} read`],
        ["", about.sentences, plural(about.sentences, about.sentence)],
        ["drift", likely, `possible ${plural(likely, "contradiction")}, ${unlikely} less likely`],
        ["copyedit", about.rewordings, plural(about.rewordings, "rewording")],
        ["template", totals.templates, plural(totals.templates, "template")],
        ["identical", totals.copies, plural(totals.copies, "repeated text")],
    ];
    byId("numbers").append(...numbers.map(figureOf));
    const { least, most, fold } = about.setting;
    const ways = detectionWays();
    const lengths = `${number.format(least)} to ${number.format(most)} characters${fold ? " after folding" : ""}`;
    byId("settings").textContent =
        `Compared: ${comparedOnes()}, ${about.by_length ? `those of ${lengths}, ` : ""}` +
        `${ways.map(([way]) => way).join(", and ")}. A pair has ${ways.map(([, pair]) => pair).join(", or ")}.` +
        (about.unknown_languages
            ? ` Kinds rest on little where there is no vocabulary: ${visible(about.unknown_languages)}.`
            : "");
}

const comparedOnes = () =>
    (about.compared < about.sentences ? `${number.format(about.compared)} of ` : "") +
    count(about.sentences, about.sentence);

// The page is written for sentences of articles.
function nameTexts() {
    for (const lead of document.querySelectorAll(".lead"))
        lead.textContent = lead.textContent.replace(/sentence|article/g, (noun) => about[noun]);
}

// What Table 1 of the paper on text reuse has.
function introduceReuse({ cases, structure, content, articles: reusing, conflicts, least, mean, most }) {
    const numbers = [
        ["", cases, plural(cases, "case")],
        ["", reusing, `${about.article}s with text reuse`],
        ["structure", structure, "of one pattern"],
        ["content", content, "copied"],
        ["drift", conflicts, "say something else"],
        ["", Math.round(mean), `words on average, ${number.format(least || 0)} to ${number.format(most || 0)}`],
    ];
    if (cases) byId("reuse-numbers").append(...numbers.map(figureOf));
}

// How pairs were found: [by what, what a pair has], once or twice.
function detectionWays() {
    const { detection, shingle, bands, rows, jaccard, edit } = about.setting;
    const { vectors, cosine, projection_bands: projected, projection_rows: bits } = about.setting;
    const minhashes = `${number.format(rows)} minhash${rows === 1 ? "" : "es"}`;
    const shingles = [
        `by shingles of ${count(shingle, "character")}, with ${count(bands, "band")} of ${minhashes}`,
        `a Jaccard similarity of ${jaccard} or more and an edit similarity of ${edit} or more`,
    ];
    const projections = count(bits, "projection");
    const projection = [
        `by ${vectors === "tfidf" ? "tf·idf" : "word"} vectors, with ${count(projected, "band")} of ${projections}`,
        `a cosine of ${cosine} or more`,
    ];
    return { minhash: [shingles], projection: [projection], both: [shingles, projection] }[detection];
}

function explain() {
    const sourceRows = about.sources.map((source) =>
        make(
            "tr",
            make("th", { scope: "row" }, isolated(source.name)),
            make("td", source.kind),
            make("td.number", number.format(source.articles)),
            make("td.number", number.format(source.sentences)),
            make("td", source.read || "not complete"),
            make("td.number", number.format(source.damaged)),
        ),
    );
    const likeness = {
        minhash: "shingles and by edit distance",
        projection: "the words that it has",
        both: "shingles or by words",
    };
    byId("about-compared").textContent =
        `neardup has compared ${comparedOnes()}, each with all others. What is alike by ` +
        `${likeness[about.setting.detection]} is a pair; pairs that are connected form a cluster. Each pair and cluster ` +
        "has a kind:";
    for (const [kind, [name, meaning]] of Object.entries(KINDS))
        byId("about-kinds").append(make(`dt.${kind}`, name), make("dd", `${meaning} (${kind})`));
    byId("about-score").textContent =
        `A score is an estimate by what the two ${about.sentence}s and their ${about.article}s have in common. ` +
        "Read both before you change anything.";
    const leftOut = `up to ${number.format(about.left_out)} of their pairs were not looked at.`;
    if (about.left_out)
        byId("about-score").after(make("p", `Very large groups of look-alikes were compared in part: ${leftOut}`));
    const numeric = (name) => head(name, "th.number");
    const heads = [
        ["source", "format"].map((name) => head(name)),
        [about.article + "s", about.sentence + "s"].map(numeric),
        head("read (UTC)"),
        numeric("damaged places"),
    ];
    byId("about-read").after(scrolled("What was read", heads, sourceRows));
    byId("colophon").textContent =
        `Written by neardup ${about.version}. This page is one file, works without a network, and asks no other ` +
        "computer for anything.";
}

function navigate() {
    const shown = lists.filter((list) => !list.section.hidden).map((list) => [list.name, list.label, list.told]);
    const entries = [...shown, ["figures", "Figures"], ["about", "About"]];
    const links = entries.map(([name, label, findings]) =>
        make("a", { href: "#" + name }, label, findings === undefined ? null : make("span", findings)),
    );
    const bar = byId("sections"); // on a phone it follows the section that is read
    bar.append(...links.map((link) => make("li", link)));
    const seen = new IntersectionObserver(
        (changes) => {
            for (const { target, isIntersecting } of changes) {
                const link = links[entries.findIndex(([name]) => name === target.id)];
                if (isIntersecting) {
                    links.forEach((one) => one.removeAttribute("aria-current"));
                    link.setAttribute("aria-current", "true");
                    const { offsetLeft, offsetWidth } = link.parentNode;
                    bar.scrollTo({ left: offsetLeft - bar.offsetLeft - (bar.clientWidth - offsetWidth) / 2 });
                }
            }
        },
        { rootMargin: "-20% 0px -75% 0px" },
    );
    for (const [name] of entries) seen.observe(byId(name));
}

function theme() {
    const toggle = byId("theme");
    const chosen = document.documentElement.dataset;
    const system = matchMedia("(prefers-color-scheme: dark)");
    const dark = () => (chosen.theme ? chosen.theme === "dark" : system.matches);
    const label = () => toggle.setAttribute("aria-label", `Switch to ${dark() ? "light" : "dark"} colours`);
    const before = stored("neardup-theme");
    if (before === "dark" || before === "light") chosen.theme = before;
    label();
    system.addEventListener("change", label);
    toggle.addEventListener("click", () => {
        chosen.theme = dark() ? "light" : "dark";
        stored("neardup-theme", chosen.theme);
        label();
    });
}

// ---- Keys ------------------------------------------------------------------------------------------

const isSeen = (element) => element.getBoundingClientRect().bottom > 80; // below the bar of sections
const findingAt = () => document.activeElement.closest(".finding");
const listAt = () => {
    const section = findingAt()?.closest("section") ?? [...document.querySelectorAll("section")].find(isSeen);
    return lists.find((list) => list.section === section && list.field) ?? lists.find((list) => list.field);
};

// The next finding or the one before, also on another page of its list, or in another list.
function step(by) {
    const here = findingAt();
    const list = here && listAt();
    const sibling = by > 0 ? "nextSibling" : "previousSibling";
    const turned = here && !here[sibling] && !list.pages.hidden && !(by > 0 ? list.next : list.previous).disabled;
    if (turned) turn(list, by);
    const all = [...document.querySelectorAll("section:not([hidden]) .finding")];
    const next = turned
        ? list.findingsBox[by > 0 ? "firstChild" : "lastChild"]
        : here
          ? all[all.indexOf(here) + by]
          : all.find(isSeen);
    reach(next);
}

// Opens or closes what is folded in a finding; if nothing is, follows the link of its first article.
function unfold() {
    const folded = findingAt().querySelector("details");
    if (folded) folded.open = !folded.open;
    else findingAt().querySelector(".place a, .where a")?.click();
}

function leaveSearch(field) {
    const list = lists.find((one) => one.field?.q === field);
    field.value = "";
    field.dispatchEvent(new Event("input"));
    list.findingsBox.focus({ preventScroll: true });
}

const KEYS = {
    "/": ["search in this list", () => listAt()?.field.q.focus()],
    j: ["the next finding", () => step(1)],
    k: ["the finding before", () => step(-1)],
    Enter: ["open or close what is folded in a finding, or follow its link", unfold],
    Escape: ["leave the search", () => leaveSearch(document.activeElement)],
    ...verdictKeys(),
    "?": ["show these keys", () => byId("help").showModal()],
};

function keys() {
    const help = byId("help");
    const on = help.querySelector("input");
    for (const [key, [words]] of Object.entries(KEYS))
        help.querySelector("dl").append(make("dt", make("kbd", key)), make("dd", words));
    help.querySelector("button").addEventListener("click", () => help.close());
    byId("keys").addEventListener("click", () => help.showModal());
    addEventListener("keydown", (event) => {
        const { key, target } = event;
        const isSearch = target.type === "search";
        const isElsewhere = key === "Enter" ? !target.matches?.(".finding") : key === "Escape" ? !isSearch : false;
        const isTyped = key !== "Escape" && /^(INPUT|SELECT)$/.test(target.tagName);
        if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere || isTyped) return;
        if (!Object.hasOwn(KEYS, key) || document.querySelector("dialog[open]") || !on.checked) return;
        event.preventDefault();
        KEYS[key][1]();
    });
}

lists.forEach(prepare);
for (const list of lists) list.section.hidden = PARTS.includes(list.name) && !list.findings;
nameTexts();
introduce();
introduceReuse(about.figures.reuse);
judgeFindings();
lists.forEach(build);
theme();
keys();
navigate();
drawFigures(about.figures);
explain();
follow();
addEventListener("hashchange", follow);
