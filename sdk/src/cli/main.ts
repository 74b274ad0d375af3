#!/usr/bin/env node
import { createInterface } from "node:readline"
import { Writable } from "node:stream"
import { runCli } from "./program"

/** Asks on the terminal; hidden answers are not echoed. Null without a terminal. */
function ask(question: string, { isHidden = false } = {}): Promise<string | null> {
  if (!process.stdin.isTTY) return Promise.resolve(null)
  const silent = new Writable({ write: (_, __, done) => done() })
  process.stderr.write(question)
  const output = isHidden ? silent : process.stderr
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  return new Promise((resolve) => {
    terminal.once("close", () => resolve(null))
    terminal.question("", (answer) => {
      resolve(answer)
      terminal.close()
      if (isHidden) process.stderr.write("\n")
    })
  })
}

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  ask,
})
