import { runInNewContext } from "node:vm"
import { expect, test } from "vitest"
import { firstPaintScript } from "@/lib/pages/first-paint"

/** What the script sets in a browser with these cookies. */
function run(cookie: string) {
  const dataset: Record<string, string> = {}
  const metas: { name?: string; content?: string }[] = []
  const document = {
    cookie,
    documentElement: { dataset },
    createElement: () => ({}),
    head: { prepend: (meta: object) => metas.push(meta) },
  }
  runInNewContext(firstPaintScript, { document })
  return { dataset, metas }
}

test.each([
  ["", {}, []],
  ["atoll_theme=system; atoll_palette=classic", {}, []],
  ["a=b; atoll_theme=dark", { theme: "dark" }, [{ name: "theme-color", content: "#0a222d" }]],
  [
    "atoll_theme=light; atoll_palette=clear",
    { theme: "light", palette: "clear" },
    [{ name: "theme-color", content: "#ffffff" }],
  ],
  ["atoll_theme=sepia; atoll_palette=<b>", {}, []],
  ["atoll_theme=toString; atoll_palette=0", {}, []],
  ["atoll_started=1", { started: "" }, []],
  ["atoll_started; atoll_theme", { started: "" }, []],
])("with the cookies %j the document has %j", (cookie, dataset, metas) => {
  expect(run(cookie)).toEqual({ dataset, metas })
})

test("it is one script, whatever stands in it", () => {
  expect(firstPaintScript).not.toMatch(/<\/?script/i)
})
