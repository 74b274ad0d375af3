"use client"

import dynamic from "next/dynamic"
import { type DragEvent, useId, useRef, useState } from "react"
import { Button } from "@/components/ui/button"
import { cn } from "@/components/ui/cn"
import { Icon } from "@/components/ui/icon"
import { toImageSource } from "@/lib/content/image-source"
import { canLoadImage, fileError, PICTURE_TYPES } from "./picture"

/** Loaded when the first picture is chosen. */
const CropDialog = dynamic(() => import("./crop-dialog").then((part) => part.CropDialog), {
  ssr: false,
})

type Props = {
  /** Data URL of a cropped picture, or URL of a stored one. */
  picture: string | null
  onChange: (dataUrl: string | null) => void
  canRemove: boolean
  isPending?: boolean
  hint?: string
}

const HINT = "PNG, JPEG, WebP or GIF. Cropped to a square of 512 × 512 pixels."

/** Chooses a picture by button or by dropping it, and crops it to a square. */
export function PictureField({
  picture,
  onChange,
  canRemove,
  isPending = false,
  hint = HINT,
}: Props) {
  const { source, error, choose, close } = useChosenFile()
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!isPending) void choose(event.dataTransfer.files[0])
  }
  return (
    <div className="grid gap-1.5">
      <p className="text-sm font-medium" id={`${id}-label`}>
        Picture
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button does the same */}
      <div
        className={cn(
          "flex items-center gap-4 rounded-control border border-dashed p-3",
          isOver ? "border-accent bg-accent-soft" : error ? "border-coral" : "border-line-strong",
        )}
        onDragLeave={() => setOver(false)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDrop={drop}
      >
        <Thumbnail picture={picture} />
        <div className="grid min-w-0 gap-2">
          <div className="flex flex-wrap gap-2">
            <Button
              aria-describedby={`${id}-note`}
              variant="secondary"
              onClick={() => input.current?.click()}
              pending={isPending}
            >
              <Icon name="image" />
              {picture ? "Choose another" : "Choose picture"}
            </Button>
            {picture && canRemove && (
              <Button disabled={isPending} variant="quiet" onClick={() => onChange(null)}>
                Remove
              </Button>
            )}
          </div>
          <p
            aria-live="polite"
            className={cn("text-sm", error ? "text-coral" : "text-muted")}
            id={`${id}-note`}
          >
            {error ?? hint}
          </p>
        </div>
        <input
          accept={PICTURE_TYPES.join()}
          aria-labelledby={`${id}-label`}
          className="sr-only"
          onChange={(event) => {
            void choose(event.target.files?.[0])
            // The same file can be chosen again.
            event.target.value = ""
          }}
          ref={input}
          tabIndex={-1}
          type="file"
        />
      </div>
      {source && (
        <CropDialog
          onCancel={close}
          onDone={(dataUrl) => {
            onChange(dataUrl)
            close()
          }}
          source={source}
        />
      )}
    </div>
  )
}

function Thumbnail({ picture }: { picture: string | null }) {
  return (
    <span className="flex size-16 shrink-0 items-center justify-center overflow-hidden rounded-full bg-sunken text-muted sm:size-20">
      {picture ? (
        // biome-ignore lint/performance/noImgElement: a data URL or an immutable file; there is nothing to optimise
        <img
          alt="Preview"
          className="size-full object-cover"
          height={80}
          src={toImageSource(picture)}
          width={80}
        />
      ) : (
        <Icon name="image" size={28} />
      )}
    </span>
  )
}

/** Object URL of a chosen file while it is cropped. */
function useChosenFile() {
  const [source, setSource] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const choose = async (file: File | undefined) => {
    if (!file) return
    const problem = fileError(file)
    if (problem) return setError(problem)
    const address = URL.createObjectURL(file)
    if (await canLoadImage(address)) {
      setError(null)
      return setSource(address)
    }
    URL.revokeObjectURL(address)
    setError("This file cannot be read as a picture. Choose another file.")
  }
  const close = () => {
    if (source) URL.revokeObjectURL(source)
    setSource(null)
  }
  return { source, error, choose, close }
}
