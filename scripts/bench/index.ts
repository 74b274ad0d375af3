// npm run bench -- [names] [options]: measures this checkout beside its rivals (docs/performance.md).
import { mkdirSync } from "node:fs"
import { parseArgs } from "node:util"
import { benchAgent } from "./agent"
import { benchApi } from "./api"
import { benchBackfill } from "./backfill"
import type { Options } from "./harness"
import { BENCH_DATA } from "./instances"
import { benchPages } from "./pages"
import { benchScale } from "./scale"
import { benchStart } from "./start"
import { benchSync } from "./sync"
import { benchTraces } from "./traces"

const BENCHES: Record<string, (options: Options) => Promise<void>> = {
  api: benchApi,
  pages: benchPages,
  backfill: benchBackfill,
  sync: benchSync,
  scale: benchScale,
  start: benchStart,
  traces: benchTraces,
  agent: benchAgent,
}

const HELP = `npm run bench -- [${Object.keys(BENCHES).join(" | ")} …]
  --against DIR    beside the checkout in DIR, with its packages installed: api, pages, backfill, sync, start
  --set NAME       of api: tokens, markets, candles, reef; may be repeated
  --match REGEX    only these requests or pages
  --rounds N       of a measurement (3), --seconds N each (2)
  --events N       of backfill: least events of a chain (20000 and 200000); may be repeated
  --trades N       of scale: of the large database (2000000), --keep its databases for the next run
  --lighthouse     of pages: Lighthouse as well, in Chromium
Without names: api, pages, sync, backfill. agent needs a running instance, start a package registry.`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: "string" },
    set: { type: "string", multiple: true, default: [] },
    match: { type: "string", default: "" },
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "2" },
    events: { type: "string", multiple: true, default: ["20000", "200000"] },
    lighthouse: { type: "boolean", default: false },
    trades: { type: "string", default: "2000000" },
    keep: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
})
if (values.help || !positionals.every((name) => name in BENCHES)) {
  console.log(HELP)
  process.exit(values.help ? 0 : 2)
}
const options: Options = {
  against: values.against,
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  match: new RegExp(values.match),
  sets: values.set,
  events: values.events.map(Number),
  lighthouse: values.lighthouse,
  trades: Number(values.trades),
  isKept: values.keep,
}
mkdirSync(BENCH_DATA, { recursive: true })
const named = positionals.length > 0 ? positionals : ["api", "pages", "sync", "backfill"]
for (const name of named) {
  console.log(`\n# ${name}`)
  await BENCHES[name]?.(options)
}
process.exit()
