import type { IconName } from "./icon-names"

export type { IconName }

/**
 * Decorative: the text beside it carries the meaning. Its shape is in app/icons.css, once for all pages; in the
 * document it would be a third of the markup.
 */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return <svg aria-hidden="true" className={`icon i-${name}`} height={size} width={size} />
}
