import { z } from "zod"
import { env } from "@/lib/env"
import { ApiError } from "@/lib/http/errors"
import { log } from "@/lib/telemetry/logger"
import { putBlock } from "./blocks"
import { parseCid } from "./cid"
import { importContent } from "./unixfs"

const TIME_LIMIT_MS = 15_000

/** CID of pinned content, and its URL at the gateway. */
export type PinnedContent = { cid: string; url: string }

type PinFile = { bytes: Uint8Array; name: string; type: string }

/** Pins content at the configured service, else in the local store. */
export async function pin(file: PinFile): Promise<PinnedContent> {
  const { PIN_API_TOKEN } = env()
  const cid = PIN_API_TOKEN
    ? await pinRemotely(file, PIN_API_TOKEN)
    : (await importContent(file.bytes, putBlock)).toString()
  return { cid, url: `${getContentBase()}${cid}` }
}

/** Start of every URL of pinned content. */
function getContentBase() {
  const { IPFS_GATEWAY, BASE_URL } = env()
  return `${IPFS_GATEWAY ?? BASE_URL}/ipfs/`
}

/** The CID in a URL that `pin` returned, else null. */
export function parseContentUrl(url: string): string | null {
  const base = getContentBase()
  return url.startsWith(base) ? url.slice(base.length) : null
}

const pinnedCid = z.string().refine((name) => parseCid(name) !== null, "is no CID of version 1")

/** Pinata's CID is used; a difference from ours is logged. */
async function pinRemotely({ bytes, name, type }: PinFile, token: string): Promise<string> {
  const [cid, computed] = await Promise.all([
    upload(new File([Uint8Array.from(bytes)], name, { type }), token),
    importContent(bytes, () => {}),
  ])
  if (cid !== computed.toString()) {
    log.warn(`The pinning service named ${name} ${cid}; computed here it is ${computed}`)
  }
  return cid
}

async function upload(file: File, pinataJwt: string): Promise<string> {
  try {
    // Most servers have no pinning service, so the SDK loads only when it is needed.
    const { PinataSDK } = await import("pinata")
    const pinata = new PinataSDK({ pinataJwt, uploadUrl: env().PIN_API_URL })
    const { cid } = await withinTime(pinata.upload.public.file(file).name(file.name))
    return pinnedCid.parse(cid)
  } catch (cause) {
    log.error(`The pinning service failed: ${describeFailure(cause)}`)
    throw new ApiError("UPSTREAM_UNAVAILABLE", "The pinning service cannot be reached", {
      retryAfter: 10,
      cause,
    })
  }
}

/** The SDK's requests have no time limit and take no signal; a request that is given up ends by itself. */
function withinTime<T>(work: PromiseLike<T>): Promise<T> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  const timeUp = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
  return Promise.race([work, timeUp])
}

const failureStatus = z.object({ statusCode: z.int() })

/** The SDK's messages repeat the service's answer, which may contain the token. */
function describeFailure(cause: unknown) {
  const { data } = failureStatus.safeParse(cause)
  if (data) return `it answered ${data.statusCode}`
  return cause instanceof Error ? cause.name : "unknown error"
}
