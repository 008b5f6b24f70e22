import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useCallback } from "react"
import type { Answer, Body, Input, Method, PathOf } from "./contract.ts"
import { againAfterFailure, isOfEndedSession } from "./passing-failures.ts"
import { type ApiFailure, request } from "./request.ts"

type GetPath = PathOf<"GET">

interface ReadOptions {
  /** Reads again after this time, ms, while the page is visible. */
  readonly every?: number
  readonly enabled?: boolean
  /** Shows the former answer while another page or filter is loaded. */
  readonly keepsPrevious?: boolean
}

/**
 * Reads an endpoint and keeps its answer up to date: `useApi("/v1/campaigns/:id", { params: { id } })`. The last answer
 * stays while a newer one fails, but not of something that is gone.
 */
export const useApi = <P extends GetPath>(
  path: P,
  input: Input<"GET", P>,
  { every, enabled = true, keepsPrevious = false }: ReadOptions = {}
) => {
  const query = useQuery<Answer<"GET", P>, ApiFailure>({
    queryKey: [path, input],
    queryFn: ({ signal }) => request("GET", path, input, signal),
    enabled,
    refetchInterval: (query) => againAfterFailure(query) || (!isOfEndedSession(query.state.error) && (every ?? false)),
    ...(keepsPrevious ? { placeholderData: keepPreviousData as never } : {})
  })
  return query.error?.code === "NOT_FOUND" ? { ...query, data: undefined } : query
}

/** Returns a function that reads every query again whose path begins with one of these. */
export const useRefresh = () => {
  const queries = useQueryClient()
  return useCallback(
    (paths: ReadonlyArray<string>) =>
      queries.invalidateQueries({
        predicate: ({ queryKey: [first] }) => paths.some((start) => String(first).startsWith(start))
      }),
    [queries]
  )
}

/**
 * Changes something. Afterwards every query whose path begins with one of `refreshes` is read again; by default
 * everything that is shown.
 */
export const useChange = <M extends Exclude<Method, "GET">, P extends PathOf<M>>(
  method: M,
  path: P,
  { refreshes = [""] }: { readonly refreshes?: ReadonlyArray<string> } = {}
) => {
  const refresh = useRefresh()
  return useMutation<Answer<M, P>, ApiFailure, Input<M, P>>({
    mutationFn: (input) => request(method, path, input),
    // Does not wait for the new answers: by then another screen may be shown, and what follows this change would be lost.
    onSettled: () => {
      void refresh(refreshes)
    }
  })
}

/**
 * Changes a setting that is sent as a whole. It is read before, and `replaced` makes the new one of what was read: what
 * other people have changed since the screen was opened stays.
 */
export const useReplace = <P extends PathOf<"PUT"> & GetPath, Given>(
  path: P,
  replaced: (latest: Answer<"GET", P>, given: Given) => Body<"PUT", P>,
  { refreshes = [path] }: { readonly refreshes?: ReadonlyArray<string> } = {}
) => {
  const refresh = useRefresh()
  return useMutation<Answer<"PUT", P>, ApiFailure, Given>({
    mutationFn: async (given) => {
      const latest = await request("GET", path, {} as Input<"GET", P>)
      return request("PUT", path, { body: replaced(latest, given) } as Input<"PUT", P>)
    },
    onSettled: () => {
      void refresh(refreshes)
    }
  })
}
