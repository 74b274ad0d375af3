import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { freePort } from "@/scripts/local/anvil"

const PROGRAM = "/usr/sbin/nginx"

export const hasNginx = () => spawnSync(PROGRAM, ["-v"]).status === 0

/** nginx with our configuration, at ports of this test. */
export async function startNginx(origin: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "atoll-nginx-"))
  const port = await freePort()
  const site = readFileSync("docs/nginx.conf", "utf8")
    .replace("127.0.0.1:3000", new URL(origin).host)
    .replace("listen 80;", `listen 127.0.0.1:${port};`)
    .replace("/var/cache/nginx/atoll", path.join(folder, "cache"))
  const file = path.join(folder, "nginx.conf")
  const isRoot = process.getuid?.() === 0
  writeFileSync(path.join(folder, "atoll.conf"), site)
  writeFileSync(
    file,
    `${isRoot ? "user root;" : ""}
    daemon off;
    pid ${folder}/pid;
    error_log stderr warn;
    events {}
    http {
      access_log off;
      ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join("\n")}
      include ${folder}/atoll.conf;
    }`,
  )
  const server = spawn(PROGRAM, ["-p", folder, "-c", file], { stdio: ["ignore", "ignore", "pipe"] })
  let log = ""
  server.stderr.on("data", (chunk) => {
    log += chunk
  })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await isListening(url)); tries++) {
    if (server.exitCode !== null || tries > 100) throw new Error(`nginx does not start: ${log}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    async stop() {
      const ended = once(server, "exit")
      server.kill("SIGQUIT")
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

const isListening = (url: string) =>
  fetch(`${url}/robots.txt`).then(
    () => true,
    () => false,
  )
