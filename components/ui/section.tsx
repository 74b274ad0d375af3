import type { ReactNode } from "react"
import { tryLoad } from "@/lib/pages/try-load"
import { LoadedSection } from "./section-boundary"

type SectionProps = {
  /** Heading of the message in its place; without one the page has the heading. */
  title?: string
  /** Loads data and answers the content. A component in it that loads data as well is a section of its own. */
  children: () => Promise<ReactNode>
}

/**
 * A part of a page with data of its own. Where that cannot be loaded, the section says so and the rest of the page
 * stands. The document waits for it: nothing is streamed later.
 */
export async function Section({ title, children }: SectionProps) {
  const loaded = await tryLoad(children().then((content) => ({ content })))
  if (!loaded) return <FailedSection {...(title && { title })} />
  return <LoadedSection failedAt={null}>{loaded.content}</LoadedSection>
}

/** Says that a part of the page is missing, where the page has tried to load it. */
export function FailedSection({ title }: { title?: string }) {
  return <LoadedSection failedAt={Date.now()} {...(title && { title })} />
}
