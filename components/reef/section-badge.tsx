import { Badge } from "@/components/ui/figures"
import type { Section } from "@/lib/reef/constants"
import { sectionLabels } from "./section-labels"

/** Where a post stands, when that is not where everybody writes. */
export function SectionBadge({ section }: { section: Section }) {
  if (section === "mixed") return null
  return <Badge>{sectionLabels[section].name}</Badge>
}
