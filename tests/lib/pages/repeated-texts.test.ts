import { expect, test } from "vitest"
import { type Json, shareTexts } from "@/lib/pages/repeated-texts"

const NAMES = "inline-flex min-h-11 items-center text-muted"

const element = (type: string, props: Json): Json => ["$", type, null, props]
const row = (id: string, value: Json, refersTo: string[] = []) => {
  return { id, value, text: `${id}:${JSON.stringify(value)}\n`, refersTo }
}

/** The value of the last row, with references to the shared texts in their place. */
function readLast(rows: ReturnType<typeof row>[]) {
  const { rows: shorter, shared } = shareTexts(rows)
  const texts = new Map(
    shared
      .split("\n")
      .filter(Boolean)
      .map((line): [string, string] => [`$${line.split(":")[0]}`, line.replace(/^\w+:/, "")]),
  )
  const text = shorter.at(-1)?.text ?? ""
  const whole = text.replaceAll(/"(\$\w+)"/g, (found, id: string) => texts.get(id) ?? found)
  return { value: JSON.parse(whole.slice(whole.indexOf(":") + 1)), text, shared }
}

test("what properties repeat is written once, in a row of its own before all others", () => {
  const list = Array.from({ length: 4 }, () => element("p", { className: NAMES, children: "a" }))
  const { value, text, shared } = readLast([row("0", "x"), row("1f", list)])
  expect(shared).toBe(`20:${JSON.stringify(NAMES)}\n`)
  expect(text.split('"$20"')).toHaveLength(5)
  expect(value).toEqual(list)
})

test("the row of a text has an id that no other row has, be it only named", () => {
  const list = Array.from({ length: 4 }, () => element("p", { className: NAMES }))
  const { shared } = readLast([row("0", [...list, "$L2a"], ["2a"]), row("1f", list, ["3"])])
  expect(shared).toBe(`2b:${JSON.stringify(NAMES)}\n`)
})

test("texts stay where they are when a row would take more, or they refer to a row", () => {
  const once = element("p", { className: NAMES, children: ["short", "short", "short"] })
  const references = Array.from({ length: 9 }, () => element("p", { style: "$3:props:children" }))
  for (const value of [once, references]) {
    const given = row("0", value)
    expect(shareTexts([given])).toEqual({ rows: [given], shared: "" })
  }
})

test("types, keys and what is outside of elements stay as they are", () => {
  const long = "a-name-longer-than-a-reference"
  const value = Array.from({ length: 5 }, () => ["$", long, long, { id: 1 }])
  expect(shareTexts([row("0", [...value, long, { [long]: long }])]).shared).toBe("")
})

test("properties that are not set are left out of the browser's own elements alone", () => {
  const props = { href: "/", rel: "$undefined" }
  expect(readLast([row("0", [element("a", props), element("$L5", props)])]).value).toEqual([
    element("a", { href: "/" }),
    element("$L5", props),
  ])
})

test("rows that are not JSON stay as they are", () => {
  const text = '2:I[10,["$3"],"Counter"]\n'
  const module = { id: "2", value: null, text, refersTo: ["3"] }
  expect(shareTexts([module]).rows).toEqual([module])
})
