import { readdirSync, readFileSync } from "node:fs"
import path from "node:path"
import ts from "typescript"
import { describe, expect, test } from "vitest"

const ROOT = path.resolve(import.meta.dirname, "..")
const FOLDERS = ["app", "components", "lib", "scripts", "tests"]
const KIT = ["api", "async", "auth", "chain", "http", "pages", "server", "telemetry"]

type Import = { importer: string; imported: string; isType: boolean }
type Rule = { why: string; importer: RegExp; forbidden: RegExp; typesToo?: boolean }

const rules: Rule[] = [
  {
    // The client takes its types, and nothing else, from the routes.
    why: "lib never knows its callers",
    importer: /^lib\/(?!api\/client$)/,
    forbidden: /^(app|components|scripts|tests)\//,
    typesToo: true,
  },
  {
    why: "the app runs without its tools",
    importer: /^(app|components)\//,
    forbidden: /^(scripts|tests)\//,
    typesToo: true,
  },
  { why: "components know no pages", importer: /^components\//, forbidden: /^app\// },
  {
    why: "components get data through props",
    importer: /^components\//,
    forbidden: /^lib\/(db\/|.*[/-](queries|service|events)$)/,
  },
  {
    why: "primitives know no domain",
    importer: /^components\/ui\//,
    forbidden: /^components\/(?!ui\/)/,
  },
  {
    why: "routes and pages leave the database to lib",
    importer: /^app\//,
    forbidden: /^lib\/db\//,
  },
  {
    why: "only the indexer calls event handlers",
    importer: /^(?!lib\/indexer\/|scripts\/|tests\/)/,
    forbidden: /^lib\/.*\/events$/,
  },
  {
    why: "the kit knows no product domain",
    importer: new RegExp(`^lib/(${KIT.join("|")})/`),
    forbidden: new RegExp(
      `^lib/(?!(${KIT.join("|")}|db|generated)/|(address|env|loopback|readable-text|units)$)`,
    ),
  },
  {
    why: "arithmetic depends on nothing",
    importer: /^lib\/.*[/-]math$/,
    forbidden: /^(?!lib\/(units$|.*[/-]math$))/,
  },
  {
    why: "files are imported, folders are not",
    importer: /./,
    forbidden: /\/index$/,
  },
]

/** Packages that one place imports, so that the rest of the app need not know them. */
const PACKAGE_OWNERS: [string, RegExp][] = [
  ["pg", /^lib\/((db|events|indexer)\/.*|monitoring\/traces)$/],
  ["@opentelemetry/api", /^lib\/monitoring\/traces$/],
  ["ioredis", /^lib\/api\/redis-limiter$/],
  ["@upstash/redis", /^lib\/api\/redis-limiter$/],
  ["@upstash/ratelimit", /^lib\/api\/redis-limiter$/],
  ["iron-session", /^lib\/auth\/session$/],
  ["siwe", /^lib\/auth\/sign-in-message$/],
  ["sharp", /^lib\/content\/image$/],
]

const sources = FOLDERS.flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.join(folder, file))
    .filter((file) => /\.(ts|tsx|mts|mjs)$/.test(file) && !/generated\//.test(file)),
)

/** What encodes or sends a call by itself. */
const CALL_MAKERS =
  /^(encodeFunctionData|encodeCall|approveCall|prepareEncodeFunctionData|simulateContract|estimateContractGas|writeContract|writeContractSync|sendTransaction|sendTransactionSync|sendCalls|sendCallsSync|sendRawTransaction|deployContract|getContract|use(Write|Simulate|Deploy)Contract|useSend(Transaction|Calls))$/

/** Where the one way of all tickets ends: the wallet's approval, its transaction, and its batch of claims. */
const CALL_SENDERS: Record<string, readonly string[]> = {
  "components/claims/batch": ["sendCalls"],
  // Sends nothing: the refusal of `unstake` names the market whose dispute locks a stake.
  "components/markets/resolution/voter-state": ["simulateContract"],
  "components/wallet/transactions/ask-wallet": ["sendTransaction"],
  "components/wallet/transactions/send": ["approveCall"],
}

/** Each name that a file imports. */
const importedNames: { importer: string; name: string }[] = []

/** Files in which something is cast. */
const casting = new Set<string>()

const imports = sources.flatMap(examine)

/** Each file is parsed once: its imports are returned, its casts noted. */
function examine(file: string): Import[] {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest)
  const importer = file.replace(/\.\w+$/, "")
  const imports: Import[] = []
  const visit = (node: ts.Node) => {
    const isStatic = ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
    if (isStatic && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      const isType = ts.isImportDeclaration(node)
        ? node.importClause?.isTypeOnly === true
        : node.isTypeOnly
      imports.push({ importer, imported: resolve(file, node.moduleSpecifier.text), isType })
    }
    if (ts.isImportSpecifier(node)) {
      importedNames.push({ importer, name: (node.propertyName ?? node.name).text })
    }
    if (ts.isAsExpression(node) && node.type.getText(source) !== "const") casting.add(file)
    const [argument] = ts.isCallExpression(node) ? node.arguments : []
    if (argument && ts.isStringLiteral(argument) && ts.isCallExpression(node)) {
      if (node.expression.kind === ts.SyntaxKind.ImportKeyword) {
        imports.push({ importer, imported: resolve(file, argument.text), isType: false })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return imports
}

/** A path from the root for our own files, the package's name for others. */
function resolve(file: string, specifier: string) {
  const bare = specifier.replace(/\.(ts|tsx|mts|mjs)$/, "")
  if (bare.startsWith("@/")) return bare.slice(2)
  return bare.startsWith(".") ? path.join(path.dirname(file), bare) : bare
}

function read(file: string) {
  return readFileSync(path.join(ROOT, file), "utf8")
}

describe("imports", () => {
  test("are found at all", () => {
    expect(imports.length).toBeGreaterThan(200)
    expect(imports).toContainEqual({
      importer: "lib/api/serve",
      imported: "lib/auth/caller",
      isType: false,
    })
  })

  test.each(rules)("$why", ({ importer, forbidden, typesToo = false }) => {
    const broken = imports.filter(
      (one) =>
        importer.test(one.importer) && forbidden.test(one.imported) && (typesToo || !one.isType),
    )
    expect(broken).toEqual([])
  })

  test.each(PACKAGE_OWNERS)("%s is imported in one place", (name, owner) => {
    const broken = imports.filter(
      ({ importer, imported, isType }) =>
        imported === name &&
        /^(app|components|lib)\//.test(importer) &&
        !isType &&
        !owner.test(importer),
    )
    expect(broken).toEqual([])
  })

  test("inside a folder files are imported by ./, across folders by @/", () => {
    const climbing = sources
      .filter((file) => /^(app|components|lib)\//.test(file))
      .filter((file) => /from "\.\.\//.test(read(file)))
    expect(climbing).toEqual([])
  })
})

describe("a ticket", () => {
  test("encodes and sends no call by itself: lib encodes, the wallet's one module sends", () => {
    const makers = importedNames
      .filter(
        ({ importer, name }) => /^(app|components)\//.test(importer) && CALL_MAKERS.test(name),
      )
      .map(({ importer, name }) => `${importer}: ${name}`)
    const allowed = Object.entries(CALL_SENDERS).flatMap(([importer, names]) =>
      names.map((name) => `${importer}: ${name}`),
    )
    expect(makers.sort()).toEqual(allowed.sort())
  })
})

describe("the environment", () => {
  test("is read by lib/env alone", () => {
    const readers = sources
      .filter((file) => /^(app|components|lib)\//.test(file))
      .filter((file) => /process\.env\b/.test(read(file)))
    expect(readers).toEqual(["lib/env.ts"])
  })
})

describe("a route file", () => {
  test("answers every method in the kit's way, by one line that is the same everywhere", () => {
    const files = sources.filter((file) => /^app\/(.*\/)?route\.ts$/.test(file))
    expect(files.length).toBeGreaterThan(100)
    const others = files.filter(
      (file) =>
        !/^export const \{ GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE \} = \w+\(/m.test(
          read(file),
        ),
    )
    // A stream of pages, not of the API.
    expect(others).toEqual(["app/live/route.ts"])
  })
})

describe("a page", () => {
  test("that is not there returns its content: Next answers a throw without any", () => {
    const throwing = sources
      .filter((file) => file.startsWith("app/") && !file.endsWith("opengraph-image.tsx"))
      .filter((file) =>
        /import \{[^}]*\bnotFound\b[^}]*\} from "next\/navigation"/.test(read(file)),
      )
    expect(throwing).toEqual([])
  })
})

describe("types", () => {
  test("nothing is cast outside the kit", () => {
    const kit =
      /^lib\/(api|async|auth|db|events|http|indexer|server|generated)\/|^(scripts|tests)\//
    const cast = sources
      .filter((file) => /\.tsx?$/.test(file) && !kit.test(file))
      .filter((file) => casting.has(file))
    expect(cast).toEqual([])
  })
})
