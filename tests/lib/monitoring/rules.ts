import { readFileSync } from "node:fs"
import path from "node:path"
import { parse } from "yaml"
import { z } from "zod"

export const RULES_FILE = path.resolve("deploy/prometheus/alerts.yml")

/** The alerts of `deploy/`. */
export const rules = z
  .object({
    groups: z.tuple([
      z.object({
        rules: z.array(
          z.object({
            alert: z.string(),
            expr: z.string(),
            labels: z.record(z.string(), z.string()),
            annotations: z.object({ summary: z.string(), remedy: z.string() }),
          }),
        ),
      }),
    ]),
  })
  .parse(parse(readFileSync(RULES_FILE, "utf8"))).groups[0].rules
