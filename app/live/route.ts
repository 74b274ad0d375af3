import { openStream } from "@/lib/live/stream"

export const dynamic = "force-dynamic"

export const GET = openStream
