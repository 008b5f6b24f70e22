import { useMutation } from "@tanstack/react-query"
import type { Body } from "../api/contract.ts"
import { type ApiFailure, send, urlOf } from "../api/request.ts"
import { playWav } from "../ui/audio/play-wav.ts"
import { Button } from "../ui/Button.tsx"
import { useToast } from "../ui/Toasts.tsx"

type Wanted = Body<"POST", "/admin/v1/organizations/:id/voices/sample">

/** Speaks a text as calls would. */
export const Sample = ({
  label,
  of,
  words
}: {
  readonly label: string
  readonly of: Wanted
  readonly words?: string
}) => {
  const toast = useToast()
  const play = useMutation<void, ApiFailure>({
    mutationFn: async () => {
      const response = await send("POST", urlOf("/admin/v1/organizations/:id/voices/sample"), {
        body: JSON.stringify(of),
        headers: { "content-type": "application/json" }
      })
      await playWav(await response.arrayBuffer())
    },
    onError: (failure) => toast.failed(failure, "The voice does not speak")
  })
  return (
    <Button small icon="play" aria-label={label} busy={play.isPending} onClick={() => play.mutate()}>
      {words ?? "Hear"}
    </Button>
  )
}
