// report_verdicts.js - what people say of pairs: given by buttons and keys, kept by the browser, and downloaded as a file for
// `neardup verdicts DB FILE`.
//
//   (1) A verdict goes by the texts of a pair, exactly as the database has them. The browser keeps all in one place, and so each
//       report that has the pair shows them; verdicts on pairs that this page does not have are counted, and never lost.
//   (2) What a file or the browser's storage gives is checked, and is shown as text only.
//   (3) Where the browser keeps nothing, all works until the page is left, and the page says so.
//   (4) What was fixed and has returned is judged only by what is said after that.
//
// docs/guide/verdicts.md describes the file.

const VERDICTS = {
    contradiction: ["c", "they contradict each other"],
    same: ["s", "they say the same"],
    pattern: ["p", "they follow one pattern, but are about different things"],
    citation: ["t", "they cite a work"],
    fixed: ["f", "they contradicted each other, and one was corrected: shown again if that returns"],
    ignore: ["i", "they are of no interest"],
    duplicate: ["d", "they belong together, however different"],
    "no duplicate": ["n", "they do not belong together, however similar"],
};
const FIELDS = "verdict text_a text_b title_a title_b judge judged_at reason".split(" ");

// `byPair`: key of a pair -> its verdicts, each with `saved` if a downloaded file has it. `done`: what undo takes back, the last
// first. A verdict that was downloaded and is taken back stays as `none`, to be downloaded in its turn.
const judging = { byPair: new Map(), done: [], isKept: true, judge: "" };
const KEPT = "neardup-verdicts";

const everything = () => [...judging.byPair.values()].flat();
const isHere = (record) => judging.here.has(keyOf(record));
const timeOf = (date) => date.toISOString().slice(0, 19) + "Z";

// A person says of a pair what it is, and whether it belongs together.
const sortOf = ({ verdict }) => (verdict === "none" ? verdict : verdict.endsWith("duplicate"));
const isSameSort = (one, other) => one.judge === other.judge && sortOf(one) === sortOf(other);

// Does a verdict replace another one, of the same person?
const replaces = (newer, older) =>
    newer.judged_at >= older.judged_at &&
    (newer.verdict === "none" ? newer.judge === older.judge : isSameSort(newer, older));

// ---- Pairs -----------------------------------------------------------------------------------------

// SQLite compares texts by their bytes.
function isLess(text, other) {
    const [bytes, others] = [text, other].map((one) => new TextEncoder().encode(one));
    const at = bytes.findIndex((byte, i) => byte !== others[i]);
    return at < 0 ? bytes.length < others.length : bytes[at] < others[at];
}

function inOrder(pair) {
    const { text_a, text_b, title_a, title_b } = pair;
    return isLess(text_b, text_a) ? { ...pair, text_a: text_b, text_b: text_a, title_a: title_b, title_b: title_a } : pair;
}

const keyOf = ({ text_a, text_b }) => JSON.stringify([text_a, text_b]);
const pairIn = ({ pieces, x, y }) =>
    inOrder({ text_a: side(pieces, 1), text_b: side(pieces, 2), title_a: x.own, title_b: y.own });
const keyIn = (item) => (item.key ??= keyOf(pairIn(item)));

// Does a verdict hold of a pair, or was it taken back, or has the pair returned since?
const holds = ({ x, y, given }, { verdict, judged_at }) =>
    verdict !== "none" &&
    !(given.verdict === "returned" && judged_at <= given.judged_at) &&
    !(verdict === "fixed" && [x, y].some(({ source }) => judged_at < source.seen));

const verdictsOn = (item) =>
    item.isPair && judging.byPair.size
        ? (judging.byPair.get(keyIn(item)) ?? []).filter((one) => holds(item, one))
        : [];
const isJudged = (item) => verdictsOn(item).length > 0;
const isOpen = (item) => item.isPair && !isJudged(item);

// ---- What is kept ----------------------------------------------------------------------------------

// A verdict that comes from outside, or an error that says what is wrong with it.
function checked(found) {
    const refuse = (name, must) => {
        throw new Error(`${name} must be ${must}, found ${JSON.stringify(found[name] ?? null).slice(0, 60)}`);
    };
    if (found?.constructor !== Object) throw new Error("it must be an object of JSON");
    const record = Object.fromEntries(FIELDS.map((name) => [name, found[name] ?? ""]));
    for (const name of FIELDS) if (typeof record[name] !== "string") refuse(name, "a text");
    if (record.verdict !== "none" && !Object.hasOwn(VERDICTS, record.verdict))
        refuse("verdict", `${Object.keys(VERDICTS).join(", ")} or none`);
    if (!record.judge.trim()) refuse("judge", "a name");
    record.judged_at ||= timeOf(new Date());
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(record.judged_at)) refuse("judged_at", "such as 2026-11-29T10:00:00Z");
    if (record.judged_at > timeOf(new Date(Date.now() + 86400000))) refuse("judged_at", "in the past");
    if (record.text_a === record.text_b) refuse("text_b", "another text than text_a");
    return { ...inOrder(record), saved: found.saved === true };
}

// The verdicts on a pair from now on. What a downloaded file has, and is no more, is taken back by `none`, with all that this
// person has said before; what is left of that is said anew.
function assign(key, next) {
    const lost = (judging.byPair.get(key) ?? []).filter(
        (one) => one.saved && one.verdict !== "none" && !next.some((other) => replaces(other, one)),
    );
    const none = lost.map((one) => ({ ...one, verdict: "none", saved: false }));
    const anew = { judged_at: timeOf(new Date()), saved: false };
    const left = next.map((one) => (none.some((other) => replaces(other, one)) ? { ...one, ...anew } : one));
    judging.byPair.set(key, [...left, ...none]);
}

function put(record) {
    const key = keyOf(record);
    const before = judging.byPair.get(key) ?? [];
    if (before.some((one) => one.judged_at > record.judged_at && replaces(one, record))) return;
    assign(key, [...before.filter((one) => !replaces(record, one)), record]);
}

// Takes verdicts over, a line of JSON each: says how many, and what is wrong with other lines.
function take(text, more = {}) {
    const wrong = [];
    let read = 0;
    text.split("\n").forEach((line, i) => {
        if (!line.trim()) return;
        try {
            put({ ...checked(JSON.parse(line)), ...more });
            read++;
        } catch ({ message }) {
            wrong.push(`line ${number.format(i + 1)}: ${message}`);
        }
    });
    return { read, wrong };
}

// Another window may have kept some since.
function recall() {
    const text = judging.isKept && stored(KEPT);
    if (!text) return;
    judging.byPair.clear();
    take(text);
}

// Keeps all verdicts, shows the lists anew, and says what has changed. If there is no room, those go that a file has and this page
// does not need.
function keep(said) {
    const needed = everything().filter((one) => !one.saved || isHere(one));
    judging.isKept = [everything(), needed].some(
        (all) => stored(KEPT, all.map((one) => JSON.stringify(one)).join("\n")) !== null,
    );
    for (const list of lists.filter((one) => one.field)) update(list, false);
    tell(said);
}

function tell(said) {
    const here = everything().filter(isHere);
    const others = everything().filter((one) => !isHere(one));
    const unsaved = (all) => all.filter((one) => !one.saved).length;
    const counted = (all) =>
        `${count(all.filter((one) => one.verdict !== "none").length, "verdict")}, ` +
        (unsaved(all) ? `${number.format(unsaved(all))} not downloaded` : "all downloaded");
    byId("verdicts").hidden = !here.length && !unsaved(others) && !said;
    const parts = [
        said,
        here.length && counted(here),
        others.length && `on pairs that are not on this page: ${counted(others)}`,
        !judging.isKept && "this browser keeps none: download them before you leave",
    ];
    byId("verdicts").querySelector("p").textContent = parts.filter(Boolean).join(" · ");
    byId("undo").disabled = !judging.done.length;
    byId("download").disabled = !here.length;
    byId("download-others").hidden = !others.length;
    byId("name").textContent = judging.judge ? `Judge: ${visible(judging.judge)}` : "Judge";
}

// ---- Judging ---------------------------------------------------------------------------------------

// Asks for a name, and then does what was to be done.
function askName(then = tell) {
    const dialog = byId("judge");
    const field = dialog.querySelector("input");
    field.value = judging.judge;
    dialog.returnValue = "";
    dialog.onclose = () => {
        const name = field.value.trim();
        if (dialog.returnValue !== "judge" || !name) return;
        judging.judge = name;
        stored("neardup-judge", name);
        then();
    };
    dialog.showModal();
}

// To give the same verdict again takes it back. The focus goes to the next finding without one.
function judge(list, item, verdict) {
    if (!judging.judge) return askName(() => judge(list, item, verdict));
    const at = matching(list).indexOf(item);
    recall();
    const record = { verdict, ...pairIn(item), judge: judging.judge, judged_at: timeOf(new Date()), reason: item.said ?? "" };
    const before = verdictsOn(item).find((one) => isSameSort(one, record));
    const isBack = before?.verdict === verdict && before.reason === record.reason;
    judging.done.push({ key: keyIn(item), given: record, before });
    if (isBack) assign(keyIn(item), judging.byPair.get(keyIn(item)).filter((one) => one !== before));
    else put({ ...record, saved: false });
    keep(isBack ? `Taken back: ${verdict}` : `Judged: ${verdict}`);
    const found = matching(list);
    const next = found.find((one, i) => i >= at && isOpen(one)) ?? found.find(isOpen);
    if (next) reveal(list, next);
    else list.findingsBox.focus();
}

function undo() {
    recall();
    const last = judging.done.pop();
    if (!last) return announce("There is nothing to undo.");
    const { key, given, before } = last;
    const others = (judging.byPair.get(key) ?? []).filter((one) => !isSameSort(one, given));
    assign(key, before ? [...others, { ...before, saved: false }] : others);
    keep(`Undone: ${given.verdict}`);
    for (const list of lists.filter((one) => one.field)) {
        const item = matching(list).find((one) => one.isPair && keyIn(one) === key);
        if (item) return reveal(list, item);
    }
}

const withKey = (word, key) => {
    const at = word.indexOf(key);
    return [word.slice(0, at), make("u", key), word.slice(at + 1)];
};

// What was said of a pair, and buttons for each verdict: a tool bar, in which arrows go from one to the next.
function verdictBar(list, item) {
    if (side(item.pieces, 1).includes("\ufffd") || side(item.pieces, 2).includes("\ufffd"))
        return make("p.judging", "A text with damaged characters is not judged here.");
    const before = item.given.verdict && item.given.verdict !== "returned" ? [item.given] : [];
    const told = [...verdictsOn(item), ...before].map((one) =>
        make("li", make("b", one.verdict), ", ", isolated(one.judge), ", ", one.judged_at.slice(0, 10),
            one.reason ? [": ", isolated(one.reason)] : ""),
    );
    const own = verdictsOn(item).filter((one) => one.judge === judging.judge);
    const buttons = Object.entries(VERDICTS).map(([verdict, [key, meaning]], i) => {
        const pressed = own.some((one) => one.verdict === verdict);
        const says = { title: `${meaning} (${key})`, "aria-keyshortcuts": key, "aria-pressed": pressed, tabindex: i ? -1 : 0 };
        return button("button", () => judge(list, item, verdict), says, withKey(verdict, key));
    });
    const field = make("input", { "aria-label": "Reason", placeholder: "Reason, for the verdict to come", maxlength: 1000 });
    field.value = item.said ??= own[0]?.reason ?? "";
    field.hidden = !item.said;
    field.addEventListener("input", () => (item.said = field.value));
    field.addEventListener("keydown", ({ key }) => {
        if (key === "Enter" || key === "Escape") field.closest(".finding").focus();
    });
    const says = { title: "say why (r)", "aria-keyshortcuts": "r", tabindex: -1 };
    const reason = button("button.why", () => {
        field.hidden = false;
        field.focus();
    }, says, withKey("reason", "r"));
    const bar = make("div.judging", { role: "toolbar", "aria-label": "Verdict" }, buttons, reason, field);
    bar.addEventListener("keydown", ({ key, target }) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
        const all = [...buttons, reason];
        if (by && target !== field) all.at((all.indexOf(target) + by) % all.length).focus();
    });
    return [told.length ? make("ul.told", told) : null, bar];
}

// Does something with the pair that has the focus.
function judgeHere(action) {
    const list = findingAt() && listAt();
    const item = list?.items.find((one) => one.isPair && `${list.name}/${one.id}` === findingAt().id);
    if (item) action(list, item);
    else announce("Choose a pair first: j goes to the next finding.");
}

const verdictKeys = () => ({
    ...Object.fromEntries(
        Object.entries(VERDICTS).map(([verdict, [key, meaning]]) => [
            key,
            [[make("b", verdict), ": " + meaning], () => judgeHere((list, item) => judge(list, item, verdict))],
        ]),
    ),
    r: ["say why, before the verdict", () => judgeHere(() => findingAt().querySelector(".why").click())],
    u: ["undo the last verdict", undo],
});

// ---- Files -----------------------------------------------------------------------------------------

// Those of this page, or the others: who gives his file to others may not want to give them texts of other reports.
function download(isThese, name) {
    recall();
    const these = everything().filter(isThese);
    const lines = these.map((one) => JSON.stringify(one, FIELDS) + "\n");
    const link = make("a", { href: URL.createObjectURL(new Blob(lines)), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    for (const one of these) one.saved = true;
    keep("Downloaded");
}

// What is a verdict is taken over; of other lines the first is told.
async function load(file) {
    const text = await file.text();
    recall();
    const { read, wrong } = take(text, { saved: true });
    const left = wrong.length ? `, left out ${count(wrong.length, "line")}; ${visible(wrong[0])}` : "";
    keep(`Read ${count(read, "verdict")}${left}`);
}

function judgeFindings() {
    judging.judge = stored("neardup-judge") ?? "";
    judging.here = new Set(lists.flatMap((list) => list.items.filter((item) => item.isPair).map(keyIn)));
    recall();
    judging.done = everything()
        .filter((one) => one.judge === judging.judge && one.verdict !== "none" && isHere(one))
        .sort((one, other) => one.judged_at.localeCompare(other.judged_at))
        .map((given) => ({ key: keyOf(given), given }));
    tell();
    byId("undo").addEventListener("click", undo);
    byId("download").addEventListener("click", () => download(isHere, "verdicts.jsonl"));
    byId("download-others").addEventListener("click", () => download((one) => !isHere(one), "other-verdicts.jsonl"));
    byId("name").addEventListener("click", () => askName());
    byId("verdict-keys").addEventListener("click", () => byId("help").showModal());
    const dialog = byId("judge");
    for (const one of dialog.querySelectorAll("button")) one.addEventListener("click", () => dialog.close(one.value));
    dialog.querySelector("input").addEventListener("keydown", ({ key }) => key === "Enter" && dialog.close("judge"));
    byId("verdict-file").addEventListener("change", ({ target }) => {
        if (target.files.length) load(target.files[0]);
        target.value = "";
    });
    const onFile = (event) => {
        if (!event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        if (event.type === "drop") load(event.dataTransfer.files[0]);
    };
    for (const name of ["dragover", "drop"]) addEventListener(name, onFile);
    addEventListener("beforeunload", (event) => {
        if (everything().some((one) => !one.saved && isHere(one))) event.preventDefault();
    });
}
