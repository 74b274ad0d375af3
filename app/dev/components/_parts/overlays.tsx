"use client"

import { useState } from "react"
import { Button, IconButton } from "@/components/ui/button"
import { Card } from "@/components/ui/card"
import { CopyButton } from "@/components/ui/copy-button"
import { Dialog, Sheet } from "@/components/ui/dialog"
import { Menu } from "@/components/ui/menu"
import { ErrorState } from "@/components/ui/states"
import { Tabs } from "@/components/ui/tabs"
import { toast } from "@/components/ui/toast"
import { InfoTip } from "@/components/ui/tooltip"

export function Overlays() {
  const [open, setOpen] = useState<"dialog" | "sheet" | null>(null)
  const close = () => setOpen(null)
  return (
    <Card title="Dialogs, menus, toasts">
      <div className="grid gap-4">
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => setOpen("dialog")}>
            Open a dialog
          </Button>
          <Button variant="secondary" onClick={() => setOpen("sheet")}>
            Open a sheet
          </Button>
          <Menu
            items={[
              { label: "Copy", icon: "copy", onSelect: () => toast({ title: "Copied" }) },
              { label: "Remove", icon: "remove", isDangerous: true, onSelect: close },
            ]}
            label="More"
            trigger={<IconButton icon="adjust" label="More" />}
          />
        </div>
        <div className="flex flex-wrap items-center gap-x-2 gap-y-6">
          <Button
            variant="secondary"
            onClick={() =>
              toast({
                title: "Bought 12.5 KELP",
                description: "Confirmed in block 3,048.",
                tone: "good",
                action: { label: "View transaction", href: "/dev/components" },
              })
            }
          >
            Show a toast
          </Button>
          <CopyButton label="Copy" text="Atoll" />
          <span className="text-sm">
            Slippage{" "}
            <InfoTip label="About slippage">How far the price may move against you.</InfoTip>
          </span>
        </div>
        <Tabs
          label="Views"
          tabs={[
            { id: "trades", label: "Trades", content: <p>Trades are here.</p> },
            { id: "holders", label: "Holders", content: <p>Holders are here.</p> },
          ]}
        />
        <ErrorState code="CHAIN_UNAVAILABLE" onRetry={close} title="The chain did not answer">
          What you see may be old.
        </ErrorState>
      </div>
      <Dialog
        description="You can undo it later."
        footer={
          <Button className="w-full" onClick={close}>
            Understood
          </Button>
        }
        isOpen={open === "dialog"}
        onClose={close}
        title="A dialog"
      >
        <p>Its content.</p>
      </Dialog>
      <Sheet isOpen={open === "sheet"} onClose={close} title="A sheet">
        <p>Longer content.</p>
      </Sheet>
    </Card>
  )
}
