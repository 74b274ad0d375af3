import { Badge } from "@/components/ui/figures"
import type { Section } from "@/lib/reef/constants"
import { sectionLabels } from "./section-labels"

/** Section of a post, unless it is the one open to everyone. */
export function SectionBadge({ section }: { section: Section }) {
  if (section === "mixed") return null
  return <Badge>{sectionLabels[section].name}</Badge>
}
