#!/usr/bin/env node
// Stand-in for Prisma's native schema-engine binary: same argv + JSON-RPC-over-stdio protocol,
// backed by the WebAssembly schema engine from npm. Selected with PRISMA_SCHEMA_ENGINE_BINARY.
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { createInterface } from "node:readline"
import { parseArgs } from "node:util"
import { PrismaPg } from "@prisma/adapter-pg"
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils"
import pg from "pg"
import { planMigration } from "./migration-files.mjs"

const { values, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    datasource: { type: "string" },
    datamodels: { type: "string", multiple: true },
    "enabled-preview-features": { type: "string" },
    "extension-types": { type: "string" },
    version: { type: "boolean", short: "V" },
  },
})
const require_ = createRequire(import.meta.url)

async function loadWasm() {
  const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg")
  const file = require_
    .resolve("@prisma/schema-engine-wasm/schema_engine_bg")
    .replace(/\.js$/, ".wasm")
  const mod = new WebAssembly.Module(readFileSync(file))
  const imports = {}
  for (const { module } of WebAssembly.Module.imports(mod)) imports[module] = glue
  const inst = new WebAssembly.Instance(mod, imports)
  glue.__wbg_set_wasm(inst.exports)
  inst.exports.__wbindgen_start()
  return glue
}

const log = (fields, level = "ERROR") =>
  process.stderr.write(
    `${JSON.stringify({
      timestamp: new Date().toISOString(),
      level,
      fields,
      target: "schema_engine::logger",
    })}\n`,
  )

const { url, shadowDatabaseUrl } = values.datasource ? JSON.parse(values.datasource) : {}
const dbName = (u) => decodeURIComponent(new URL(u).pathname.slice(1))
const CODES = {
  "3D000": "P1003",
  "28P01": "P1000",
  28000: "P1000",
  ECONNREFUSED: "P1001",
  ENOTFOUND: "P1001",
}

async function withClient(u, fn) {
  const c = new pg.Client({ connectionString: u })
  await c.connect()
  try {
    return await fn(c)
  } finally {
    await c.end()
  }
}
async function createDatabase(u) {
  const admin = new URL(u)
  const name = dbName(u)
  admin.pathname = "/postgres"
  await withClient(admin.href, (c) => c.query(`CREATE DATABASE "${name.replaceAll('"', '""')}"`))
  return name
}

if (values.version) {
  const w = await loadWasm()
  console.log(`schema-engine-cli ${w.version?.() ?? "wasm"}`)
  process.exit(0)
}

if (positionals[0] === "cli") {
  try {
    if (positionals[1] === "can-connect-to-database")
      await withClient(url, (c) => c.query("select 1"))
    else if (positionals[1] === "create-database") await createDatabase(url)
    else throw new Error(`unsupported cli command ${positionals[1]}`)
    process.exit(0)
  } catch (e) {
    process.stderr.write("\n") // the CLI skips the first line
    log({ error_code: CODES[e.code] ?? "P1011", message: e.message, is_panic: false })
    process.exit(1)
  }
}

// @prisma/adapter-pg is made for the client; three things need correcting before it can migrate:
// the catalog's "char" type (oid 18), scripts split on ";" outside a transaction, and the shadow database.
class MigrationPg extends PrismaPg {
  async connect() {
    const a = await super.connect()
    const charCols = new WeakMap()
    const { performIO, queryRaw } = Object.getPrototypeOf(Object.getPrototypeOf(a))
    a.performIO = async function (q) {
      const r = await performIO.call(this, q)
      charCols.set(
        q,
        (r.fields ?? []).flatMap((f, i) => (f.dataTypeID === 18 ? [i] : [])),
      )
      for (const i of charCols.get(q)) r.fields[i].dataTypeID = 25
      return r
    }
    a.queryRaw = async function (q) {
      const r = await queryRaw.call(this, q)
      for (const i of charCols.get(q) ?? []) r.columnTypes[i] = ColumnTypeEnum.Character
      return r
    }
    a.executeScript = async function (script) {
      try {
        for (const step of planMigration(script).steps) await this.client.query(step)
      } catch (e) {
        this.onError(e)
      } // one simple query = one transaction
    }
    return a
  }
  async connectToShadowDb() {
    if (shadowDatabaseUrl) {
      await withClient(shadowDatabaseUrl, (c) =>
        c.query("DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public"),
      )
      return new MigrationPg({ connectionString: shadowDatabaseUrl, max: 1 }).connect()
    }
    const name = `prisma_migrate_shadow_db_${crypto.randomUUID()}`
    await withClient(url, (c) => c.query(`CREATE DATABASE "${name}"`))
    const u = new URL(url)
    u.pathname = `/${name}`
    const a = await new MigrationPg({ connectionString: u.href, max: 1 }).connect()
    const dispose = a.dispose.bind(a)
    a.dispose = async () => {
      await dispose()
      await withClient(url, (c) => c.query(`DROP DATABASE IF EXISTS "${name}"`))
    }
    return a
  }
}

let engine
async function getEngine() {
  if (engine) return engine
  const w = await loadWasm()
  const factory = bindMigrationAwareSqlAdapterFactory(
    new MigrationPg({ connectionString: url, max: 1 }),
  )
  const datamodels = values.datamodels?.map((f) => [f, readFileSync(f, "utf8")])
  const e = await w.SchemaEngine.new(
    { datamodels },
    (m) => {
      if (process.env.DEBUG) process.stderr.write(`${m}\n`)
    },
    factory,
  )
  engine = { w, e, registry: factory.errorRegistry }
  return engine
}

async function handle({ id, method, params }) {
  try {
    let result
    if (method === "createDatabase") result = { databaseName: await createDatabase(url) }
    else {
      const { e } = await getEngine()
      if (method === "getDatabaseVersion") result = await e.version(params ?? null)
      else if (method === "diff") {
        const r = await e.diff(params)
        if (r.stdout)
          process.stdout.write(
            `${JSON.stringify({
              jsonrpc: "2.0",
              id: 1e6 + id,
              method: "print",
              params: { content: r.stdout },
            })}\n`,
          )
        result = { exitCode: r.exitCode, stdout: null }
      } else result = (await e[method](params)) ?? {}
    }
    process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result: result ?? null })}\n`)
  } catch (err) {
    const ext = /External error id#(\d+)/.exec(err?.message ?? "")
    const inner = ext && engine?.registry.consumeError(Number(ext[1]))?.error
    const message = inner ? String(inner.message ?? inner) : (err?.message ?? String(err))
    process.stdout.write(
      `${JSON.stringify({
        jsonrpc: "2.0",
        id,
        error: {
          code: 4466,
          message: "An error happened. Check the data field for details.",
          data: { is_panic: false, message, meta: null, error_code: err?.code ?? null },
        },
      })}\n`,
    )
  }
}

let chain = Promise.resolve()
const rl = createInterface({ input: process.stdin, crlfDelay: Infinity })
rl.on("line", (line) => {
  if (!line.trim()) return
  const msg = JSON.parse(line)
  if (!msg.method) return // acknowledgement of a print
  chain = chain.then(() => handle(msg))
})
rl.on("close", () => chain.then(() => process.exit(0)))
