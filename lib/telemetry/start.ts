import { format, stripVTControlCharacters } from "node:util"
import { log, nameProgram, type Program } from "./logger"

const METHODS = ["debug", "info", "log", "warn", "error"] as const

/** Begins what a program reports of itself. */
export function startTelemetry(program: Program): void {
  nameProgram(program)
  if (process.env.NODE_ENV === "production") captureConsole()
}

/** What packages print, the framework above all, becomes lines of the log. */
function captureConsole() {
  for (const method of METHODS) {
    const level = method === "log" ? "info" : method
    console[method] = (...parts: unknown[]) =>
      log[level](stripVTControlCharacters(format(...parts)).trim())
  }
}
