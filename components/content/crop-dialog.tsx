"use client"

import { useState } from "react"
import Cropper from "react-easy-crop"
import { Button } from "@/components/ui/button"
import { Dialog } from "@/components/ui/dialog"
import { Slider } from "@/components/ui/slider"
import { type CropArea, cropPicture } from "./picture"

type Props = {
  /** URL of the chosen picture. */
  source: string
  onDone: (dataUrl: string) => void
  onCancel: () => void
}

const MAX_ZOOM = 4

/** Crops a picture to a square, with pointer, touch or keyboard. */
export function CropDialog({ source, onDone, onCancel }: Props) {
  const [position, setPosition] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<CropArea | null>(null)
  const [isDrawing, setDrawing] = useState(false)
  const use = async () => {
    if (!area) return
    setDrawing(true)
    onDone(await cropPicture(source, area))
  }
  return (
    <Dialog
      description="Drag the picture, or move it with the arrow keys. The square is what others see."
      footer={
        <div className="flex justify-end gap-2">
          <Button variant="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button disabled={!area} onClick={use} pending={isDrawing}>
            Use picture
          </Button>
        </div>
      }
      isOpen
      onClose={onCancel}
      title="Crop the picture"
    >
      <div className="grid gap-4">
        <div className="relative h-64 overflow-hidden rounded-control bg-sunken sm:h-80">
          <Cropper
            aspect={1}
            crop={position}
            cropperProps={{ "aria-label": "Part of the picture", role: "group" }}
            image={source}
            keyboardStep={8}
            maxZoom={MAX_ZOOM}
            onCropChange={setPosition}
            onCropComplete={(_, pixels) => setArea(pixels)}
            onZoomChange={setZoom}
            zoom={zoom}
          />
        </div>
        <div className="grid grid-cols-[auto_1fr] items-center gap-4">
          <span className="text-sm font-medium">Zoom</span>
          <Slider
            label="Zoom"
            max={MAX_ZOOM}
            min={1}
            onChange={setZoom}
            step={0.05}
            value={zoom}
            valueText={`${Math.round(zoom * 100)} percent`}
          />
        </div>
      </div>
    </Dialog>
  )
}
