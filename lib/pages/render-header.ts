import { randomBytes } from "node:crypto"
import { processSingleton } from "@/lib/async/process-singleton"

/**
 * Name of the header by which the server tells the proxy how it handles a request. Random per process, so that no
 * client can set it.
 */
export const renderHeader = () =>
  processSingleton("render-header", () => `x-render-${randomBytes(12).toString("hex")}`)

/** `kept`: rendered for many, so without a nonce. `counted`: its client's limit has been applied already. */
export type RenderMode = "kept" | "counted"

export function readRenderMode(headers: Headers): RenderMode | null {
  const value = headers.get(renderHeader())
  return value === "kept" || value === "counted" ? value : null
}
