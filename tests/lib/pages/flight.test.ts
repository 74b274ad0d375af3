import { describe, expect, test } from "vitest"
import { pruneData } from "@/lib/pages/flight"

const MARKUP = '2:I[10,["$3"],"ServerMarkup"]\n'
const OTHER = '4:I[11,["$3"],"Counter"]\n'
const FILE = '3:"/_next/static/chunks/a.js"\n'
const HINT = ':HL["/_next/a.css","style"]\n'

const element = (type: string, props: unknown, key: string | null = null) => ["$", type, key, props]
const row = (id: string, value: unknown) => `${id}:${JSON.stringify(value)}\n`
const markup = (children: unknown, rest = {}) => element("$L2", { ...rest, children })

/** The rows by id, as React reads them. */
function read(data: string) {
  const found = new Map<string, unknown>()
  for (const line of data.split("\n").filter(Boolean)) {
    const at = line.indexOf(":")
    const content = line.slice(at + 1)
    found.set(line.slice(0, at), /^[[{"]/.test(content) ? JSON.parse(content) : content)
  }
  return found
}

describe("the data of a page", () => {
  test("leaves out what stands inside markup, and the rows that only that needs", () => {
    const data = [
      HINT,
      MARKUP,
      FILE,
      OTHER,
      row("5", element("b", { children: "in the document" })),
      row("0", { page: [markup(["$L5", element("$L4", {})], { className: "a" }), "$7"] }),
      row("7", "kept"),
    ].join("")
    const found = read(pruneData(data))
    expect(found.get("0")).toEqual({
      page: [element("$L2", { className: "a", kept: 0 }), "$7"],
    })
    expect([...found.keys()]).toEqual(["", "2", "3", "0", "7"])
  })

  test("numbers each of them", () => {
    const data = MARKUP + FILE + row("0", [markup("one"), [markup(["two", markup("inner")])], "$a"])
    const more = row("a", [element("div", { children: markup("three") })])
    const found = read(pruneData(data + more))
    expect(found.get("0")).toEqual([
      element("$L2", { kept: 0 }),
      [element("$L2", { kept: 1 })],
      "$a",
    ])
    expect(found.get("a")).toEqual([element("div", { children: element("$L2", { kept: 2 }) })])
  })

  test("is as it was without markup", () => {
    const data = OTHER + FILE + row("0", element("$L4", { children: "ServerMarkup" }))
    expect(pruneData(data)).toBe(data)
  })

  test("keeps what other components have inside them", () => {
    const data = MARKUP + OTHER + FILE + row("0", [element("$L4", { children: "a" }), markup("b")])
    expect(read(pruneData(data)).get("0")).toEqual([
      element("$L4", { children: "a" }),
      element("$L2", { kept: 0 }),
    ])
  })

  test("writes in full what stood in the markup and is needed elsewhere", () => {
    const style = { color: "red" }
    const data =
      MARKUP +
      FILE +
      row("0", [
        markup(element("i", { style })),
        element("b", { style: "$0:0:props:children:props:style" }),
      ])
    expect(read(pruneData(data)).get("0")).toEqual([
      element("$L2", { kept: 0 }),
      element("b", { style }),
    ])
  })

  test("keeps references into what is not left out", () => {
    const reference = element("b", { style: "$0:0:props:style" })
    const data =
      MARKUP + FILE + row("0", [element("i", { style: { color: "red" } }), reference, markup("a")])
    expect(read(pruneData(data)).get("0")).toContainEqual(reference)
  })

  test("keeps all rows of a stream", () => {
    const stream = '7:x\n7:"one"\n7:["$L4"]\n7:C\n'
    const data = MARKUP + OTHER + FILE + row("0", [markup("a"), "$7"]) + stream
    const found = pruneData(data)
    expect(found.endsWith(stream)).toBe(true)
    expect(found).toContain(OTHER)
  })

  test("knows texts by their length, whatever is in them", () => {
    const text = 'é 0:["$L2"]\n9:I[1,[],"ServerMarkup"]\n'
    const length = Buffer.byteLength(text).toString(16)
    const data = `${MARKUP}${FILE}b:T${length},${text}${row("0", [markup("a"), "$b"])}`
    expect(pruneData(data)).toBe(
      `${MARKUP}${FILE}b:T${length},${text}${row("0", [element("$L2", { kept: 0 }), "$b"])}`,
    )
  })

  test("takes a text of a visitor for no reference", () => {
    const data = MARKUP + FILE + row("0", [element("$$L2", { children: "a" }), "$$5", markup("b")])
    expect(read(pruneData(data)).get("0")).toEqual([
      element("$$L2", { children: "a" }),
      "$$5",
      element("$L2", { kept: 0 }),
    ])
  })

  test("writes texts that repeat once, also on pages with an error", () => {
    const className = "a name of several classes"
    const items = Array.from({ length: 9 }, () => element("i", { className }))
    const page = MARKUP + FILE + row("0", [markup("a"), "$La", ...items])
    expect(pruneData(`${page}a:"fine"\n`).split(className)).toHaveLength(2)
    expect(pruneData(`${page}a:E{"digest":"1"}\n`).split(className)).toHaveLength(2)
  })
})
