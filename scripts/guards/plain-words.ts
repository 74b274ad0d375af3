import path from "node:path"
import ts from "typescript"
import type { Finding } from "./finding"
import { isCode, isTypeScript, parseSource, readSource } from "./sources"

/** Names of files that say nothing, or say it in a metaphor; docs/glossary.md has the words to use. */
const FILE_NAMES = new Set(
  `act admissions announcer asked cast chapter course courses crowd cues deed derived desk drawing
  emitters engine entry floor fold gone held host intent island judgement kept kinds leaps ledger look
  memory mill misc mood namesakes newcomers nowhere past perform play presented purse readable
  readings recall refuse-haste remarks remember room sayings settle shares silenced sketch stage stale
  standing steady story tray turn utils venue wish witness words`.split(/\s+/),
)

/** Words that no name contains, in camelCase or kebab-case. */
const WORDS = new Set(
  `announcer chapter circumstances cue cues deed deeds desk gambler gamblers haste island judgement
  leaps mill mood namesake namesakes newcomer newcomers nowhere obstacle purse quietly sayings silenced
  sketch thief thieves tray trouble wake witness`.split(/\s+/),
)

/** Whole names of functions and types that do not say what they do or hold. */
const NAMES = new Set(
  `Forked Heard Held Kept Met Moved Place Prepared Refused Said Seen Touch Wanted act agree asked asleep
  ended entered exclusively exclusivelyOrNot granted held kept known locked made means met moved past
  presented readable recall remember said seen settled silenced stretch taken told worse`.split(
    /\s+/,
  ),
)

/** Names of values that do not say what the value is. */
const VALUE_NAMES = new Set(["asked", "found", "given", "known", "made", "told", "wanted"])

/** Declared names and file names that are not in the language of the field, as "file: name". */
export function findPlainWordViolations(files: readonly string[]): Finding[] {
  const ofFiles = files
    .filter(isCode)
    .filter((file) => FILE_NAMES.has(stem(file)) || wordsOf(stem(file)).some(isForbidden))
    .map((file) => ({ at: file, detail: "the file's name" }))
  const ofNames = files
    .filter(isTypeScript)
    .flatMap((file) =>
      listForbiddenNames(parseSource(file)).map((name) => ({ at: `${file}: ${name}` })),
    )
  return [...ofFiles, ...ofNames]
}

const stem = (file: string) => path.basename(file).split(".")[0] ?? ""

const isForbidden = (word: string) => WORDS.has(word)

/** "createTokenRow" → create, token, row. */
function wordsOf(name: string) {
  return name
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word) => word.toLowerCase())
}

/** Only names that a file declares itself: imported names are judged where they are declared. */
export function listForbiddenNames(source: ts.SourceFile): string[] {
  const names = new Set<string>()
  const visit = (node: ts.Node) => {
    const name = declaredName(node)
    const isBad =
      name &&
      ((wordsOf(name).some(isForbidden) && !ts.isBindingElement(node)) ||
        (NAMES.has(name) && isTerm(node)) ||
        VALUE_NAMES.has(name))
    if (isBad) names.add(name)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return [...names]
}

function declaredName(node: ts.Node): string | undefined {
  const isDeclaration =
    isTerm(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isBindingElement(node) ||
    ts.isParameter(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node)
  if (!isDeclaration || !node.name) return undefined
  return ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name)
    ? node.name.text
    : undefined
}

type Term =
  | ts.FunctionDeclaration
  | ts.MethodDeclaration
  | ts.MethodSignature
  | ts.TypeAliasDeclaration
  | ts.InterfaceDeclaration
  | ts.ClassDeclaration
  | ts.VariableDeclaration

/** Functions and types. */
function isTerm(node: ts.Node): node is Term {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    (ts.isVariableDeclaration(node) &&
      node.initializer !== undefined &&
      ts.isArrowFunction(node.initializer))
  )
}

/** Folders of code without a domain: their names are terms of programmers. */
const TECHNICAL = new Set([
  "async",
  "auth",
  "charts",
  "db",
  "generated",
  "http",
  "layout",
  "monitoring",
  "search",
  "server",
  "telemetry",
  "ui",
])

/** Domain folders and database models whose nouns docs/glossary.md does not explain. */
export function findMissingNouns(files: readonly string[]): Finding[] {
  const nouns = new Set(nounsOf(readSource("docs/glossary.md")))
  const folders = files.flatMap((file) => /^(?:lib|components)\/([^/]+)\//.exec(file)?.[1] ?? [])
  const models = files
    .filter((file) => file.startsWith("prisma/schema/"))
    .flatMap((file) => [...readSource(file).matchAll(/^model (\w+)/gm)].map(([, name]) => name))
  const names = [...folders.filter((folder) => !TECHNICAL.has(folder)), ...models]
  return [...new Set(names)].flatMap((name = "") => {
    const missing = nounsOf(name).filter((noun) => !nouns.has(noun))
    return missing.length > 0 ? [{ at: name, detail: missing.join(", ") }] : []
  })
}

/** "MarketOrders" and "market-orders" → market, order. */
const nounsOf = (text: string) =>
  text
    .split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase().replace(/s$/, ""))
