import { Server } from "node:http"
import { vi } from "vitest"

/**
 * Files with services share a process, since starting one and loading the packages takes longer than most of
 * them do. Each begins as if the process were new: with the environment of its start, with modules of its own
 * and with nothing in the global object.
 */
type Start = { environment: NodeJS.ProcessEnv; emit: typeof Server.prototype.emit }

const start = keepStart()

for (const name of Object.keys(process.env)) {
  if (!(name in start.environment)) delete process.env[name]
}
Object.assign(process.env, start.environment)
Server.prototype.emit = start.emit
vi.useRealTimers()
vi.resetModules()
for (const key of Reflect.ownKeys(globalThis)) {
  const name = typeof key === "symbol" ? Symbol.keyFor(key) : key
  if (/^atoll(\.|[A-Z])/.test(name ?? "")) Reflect.deleteProperty(globalThis, key)
}

function keepStart(): Start {
  const earlier: Start | undefined = Reflect.get(globalThis, "testProcessStart")
  const kept = earlier ?? { environment: { ...process.env }, emit: Server.prototype.emit }
  Reflect.set(globalThis, "testProcessStart", kept)
  return kept
}
