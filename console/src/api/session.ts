import { notifyManager, QueryCache, QueryClient, queryOptions, useQuery } from "@tanstack/react-query"
import { useRef } from "react"
import type { Answer } from "./contract.ts"
import { organizationId } from "./organization.ts"
import { againAfterFailure, isPassing } from "./passing-failures.ts"
import { ApiFailure, request, send } from "./request.ts"

/** The person who is signed in. */
export type Me = Answer<"GET", "/auth/me">
export type Role = Me["organizations"][number]["role"]

// `public/first.js` asks for the overview early only if a person is signed in: the service would refuse it otherwise.
const noteSignedIn = (isSignedIn: boolean) => {
  try {
    if (isSignedIn) localStorage.setItem("carillon-signed-in", "1")
    else localStorage.removeItem("carillon-signed-in")
  } catch {
    // A browser that stores nothing asks later.
  }
}

/** The session; null when no person is signed in. */
export const meQuery = queryOptions<Me | null, ApiFailure>({
  queryKey: ["/auth/me"],
  queryFn: async ({ signal }) => {
    try {
      const me = await request("GET", "/auth/me", {}, signal)
      noteSignedIn(true)
      return me
    } catch (error) {
      if (!(error instanceof ApiFailure && error.status === 401)) throw error
      noteSignedIn(false)
      return null
    }
  },
  // A person may have signed in again in another tab.
  staleTime: ({ state }) => (state.data === null ? 0 : 60_000),
  refetchInterval: againAfterFailure
})

let isLeaving = false

/** Asks whether the session goes on; if not, the sign-in covers the screen. */
export const checkSession = () => {
  if (!isLeaving) void queries.invalidateQueries(meQuery)
}

/** After a refusal the session may be over, or the role another. */
const checkIfRefused = (error: unknown) => {
  if (error instanceof ApiFailure && (error.status === 401 || error.status === 403)) checkSession()
}

// By default a screen learns in the next task that a request is under way: on a busy machine the second click of a
// double click comes before that, and finds the button enabled.
notifyManager.setScheduler(queueMicrotask)

/** Answers of the service. A request that is answered 401 asks for the session again, which shows the sign-in. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: checkIfRefused }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // An answer of the service is final; only a failure that passes by itself is tried again.
      retry: (count, error) => count < 2 && isPassing(error),
      retryDelay: (count) => 500 * 2 ** count
    },
    // Without a network a change fails at once. By default it would wait, and be made later without a further question.
    mutations: { onError: checkIfRefused, networkMode: "always" }
  }
})

export const useMe = () => useQuery(meQuery)

const ranks: Readonly<Record<Role, number>> = { VIEWER: 0, MEMBER: 1, ADMIN: 2, SUPER_ADMIN: 3 }

/**
 * The role of the person in the organization that is shown; undefined without one. It outlasts the session, so that the
 * screen stays as it is below the sign-in.
 */
export const useRole = (): Role | undefined => {
  const { data } = useMe()
  const last = useRef<Me>(undefined)
  if (data) last.current = data
  const me = data ?? last.current
  if (me?.isSuperAdmin === true) return "SUPER_ADMIN"
  return me?.organizations.find(({ id }) => String(id) === organizationId)?.role
}

/** Whether the person has this role or a higher one. Screens hide what the service would refuse; the service decides. */
export const useMay = (role: Role): boolean => {
  const own = useRole()
  return own !== undefined && ranks[own] >= ranks[role]
}

/** Posts to `/auth`, such as `auth("sign-in", { email, password })`. */
export const auth = async (path: string, body: unknown = {}): Promise<unknown> => {
  const headers = { "content-type": "application/json" }
  const response = await send("POST", `/auth/${path}`, { body: JSON.stringify(body), headers })
  await queries.invalidateQueries(meQuery)
  return response.json().catch(() => undefined)
}

/** Ends the session and leaves the page. The screen stays as it is until then: no request that fails covers it. */
export const signOut = async () => {
  isLeaving = true
  await send("POST", "/auth/sign-out").catch(() => undefined)
  location.assign("/console")
}
