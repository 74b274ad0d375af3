import { z } from "zod"
import { env } from "@/lib/env"
import { ApiError } from "@/lib/http/errors"
import { putBlock } from "./blocks"
import { parseCid } from "./cid"
import { importContent } from "./unixfs"

const TIME_LIMIT_MS = 15_000
const MAX_ANSWER_BYTES = 65_536

/** CID of pinned content, and its URL at the gateway. */
export type PinnedContent = { cid: string; url: string }

type PinFile = { bytes: Uint8Array; name: string; type: string }

/** Pins content at the configured service, or else in the local store. */
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

/** The CID in a URL returned by `pin`, else null. */
export function parseContentUrl(url: string): string | null {
  const base = getContentBase()
  return url.startsWith(base) ? url.slice(base.length) : null
}

const cid = z.string().refine((name) => parseCid(name) !== null, "is no CID of version 1")
const pinResponse = z.object({ data: z.object({ cid }) })

/** Pinata's upload API (its SDK has no timeout). The CID of the service is used. */
async function pinRemotely({ bytes, name, type }: PinFile, token: string): Promise<string> {
  const form = new FormData()
  form.set("file", new Blob([Uint8Array.from(bytes)], { type }), name)
  form.set("network", "public")
  form.set("name", name)
  const computed = (await importContent(bytes, () => {})).toString()
  const cid = await upload(form, token)
  if (cid !== computed) {
    console.warn(`The pinning service named ${name} ${cid}; computed here it is ${computed}`)
  }
  return cid
}

async function upload(form: FormData, token: string): Promise<string> {
  try {
    const response = await fetch(`${env().PIN_API_URL}/files`, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}` },
      body: form,
      redirect: "error",
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    })
    const text = await readBody(response)
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    return pinResponse.parse(JSON.parse(text)).data.cid
  } catch (cause) {
    console.error(`The pinning service failed: ${cause instanceof Error ? cause.message : cause}`)
    throw new ApiError("UPSTREAM_UNAVAILABLE", "The pinning service cannot be reached", {
      retryAfter: 10,
      cause,
    })
  }
}

/** Limits the size of the answer that is read. */
async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ""
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    // Leaving the loop closes the connection.
    if (size > MAX_ANSWER_BYTES) throw new Error(`its answer is above ${MAX_ANSWER_BYTES} bytes`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text
}
