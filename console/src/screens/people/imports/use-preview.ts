import { useQuery } from "@tanstack/react-query"
import type { Answer } from "../../../api/contract.ts"
import { type ApiFailure, send, urlOf } from "../../../api/request.ts"
import { guessTargets, mappingOf, type Targets } from "./mapping.ts"

export type Preview = Answer<"POST", "/admin/v1/organizations/:id/imports/preview">

/** A file, read into memory: a later change on the disk does not make what was shown untrue. */
export interface Chosen {
  readonly id: number
  readonly name: string
  readonly content: Blob
}

/** Returns the form of a preview or an import. */
export const formOf = ({ content, name }: Chosen, targets: Targets | undefined): FormData => {
  const form = new FormData()
  if (targets !== undefined) form.set("mapping", mappingOf(targets))
  form.set("file", content, name)
  return form
}

const ask = async (chosen: Chosen, targets: Targets | undefined, signal: AbortSignal): Promise<Preview> => {
  const url = urlOf("/admin/v1/organizations/:id/imports/preview")
  return (await send("POST", url, { body: formOf(chosen, targets), signal })).json()
}

/** Asks the service what an import would do. Without targets for the columns it takes those that their names suggest. */
export const usePreview = (chosen: Chosen | undefined, targets: Targets | undefined) =>
  useQuery<{ readonly preview: Preview; readonly targets: Targets }, ApiFailure>({
    queryKey: ["preview of an import", chosen?.id, targets && mappingOf(targets)],
    enabled: chosen !== undefined,
    queryFn: async ({ signal }) => {
      if (chosen === undefined) throw new Error("No file was chosen")
      if (targets !== undefined) return { preview: await ask(chosen, targets, signal), targets }
      const { columns } = await ask(chosen, undefined, signal)
      const guessed = guessTargets(columns.map(({ name }) => name))
      return { preview: await ask(chosen, guessed, signal), targets: guessed }
    },
    placeholderData: (former, query) => (query?.queryKey[1] === chosen?.id ? former : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false
  })
