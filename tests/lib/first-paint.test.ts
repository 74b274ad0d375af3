import { runInNewContext } from "node:vm"
import { expect, test } from "vitest"
import { firstPaintScript } from "@/lib/first-paint"
import { shortenAddress } from "@/lib/format"

type Storage = { getItem: (key: string) => string | null }

const createStorage = (items: Record<string, string>): Storage => ({
  getItem: (key) => items[key] ?? null,
})

/** What the script sets in a browser with these cookies and this storage. */
function run(cookie: string, localStorage = createStorage({})) {
  const dataset: Record<string, string> = {}
  const properties: Record<string, string> = {}
  const metas: { name?: string; content?: string }[] = []
  const document = {
    cookie,
    documentElement: {
      dataset,
      style: { setProperty: (name: string, value: string) => (properties[name] = value) },
    },
    createElement: () => ({}),
    head: { prepend: (meta: object) => metas.push(meta) },
  }
  runInNewContext(firstPaintScript, { document, localStorage })
  return { dataset, metas, properties }
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
  expect(run(cookie)).toEqual({ dataset, metas, properties: {} })
})

const wallet = `0x12${"c".repeat(36)}ab`
const short = `"${shortenAddress(wallet)}"`

test.each([
  ["without a profile", { "atoll.wallet.address": wallet }, "address", short],
  [
    "with a name",
    { "atoll.wallet.address": wallet, "atoll.wallet.name": `${wallet} Mo_9 https://a.example/b` },
    "name",
    '"Mo_9"',
  ],
  [
    "with a profile that has no name",
    { "atoll.wallet.address": wallet, "atoll.wallet.name": `${wallet}  ` },
    "address",
    short,
  ],
  [
    "with the profile of another wallet",
    { "atoll.wallet.address": wallet, "atoll.wallet.name": `0x${"d".repeat(40)} Mo_9 ` },
    "address",
    short,
  ],
  [
    "with a name that nobody can choose",
    { "atoll.wallet.address": wallet, "atoll.wallet.name": `${wallet} "}*{color:red} ` },
    "address",
    short,
  ],
])("the last wallet %s has its label", (_, items, kind, label) => {
  const { dataset, properties } = run("", createStorage(items))
  expect(dataset).toEqual({ wallet: kind })
  expect(properties).toEqual({ "--wallet": label })
})

test.each([
  ["no address", createStorage({ "atoll.wallet.name": `${wallet} Mo_9 ` })],
  ["another text than an address", createStorage({ "atoll.wallet.address": `${wallet}"` })],
  [
    "forbidden storage",
    {
      getItem: () => {
        throw new Error("SecurityError")
      },
    },
  ],
])("%s sets nothing of a wallet, and what the cookies say", (_, storage) => {
  const { dataset, properties } = run("atoll_theme=dark", storage)
  expect(dataset).toEqual({ theme: "dark" })
  expect(properties).toEqual({})
})

test("it is one script, whatever stands in it", () => {
  expect(firstPaintScript).not.toMatch(/<\/?script/i)
})
