"use client"

import { Tabs as Primitive } from "radix-ui"
import type { ReactNode } from "react"
import { cn } from "./cn"
import { tabStyles } from "./tab-styles"

type TabsProps = {
  /** For screen readers. */
  label: string
  tabs: readonly { id: string; label: ReactNode; content: ReactNode }[]
}

/** Tabs whose state is not in the URL. */
export function Tabs({ label, tabs }: TabsProps) {
  return (
    <Primitive.Root defaultValue={tabs[0]?.id ?? ""}>
      <Primitive.List aria-label={label} className={tabStyles.row}>
        {tabs.map(({ id, label: name }) => (
          <Primitive.Trigger
            className={cn(
              tabStyles.tab,
              tabStyles.other,
              "data-[state=active]:border-accent data-[state=active]:text-accent",
            )}
            key={id}
            value={id}
          >
            {name}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map(({ id, content }) => (
        <Primitive.Content className="pt-4" key={id} value={id}>
          {content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  )
}
