import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"
import { defined, listIn, oneOf, only, pageIn, textIn } from "../../ui/browser/address.ts"
import { logSearchIn } from "./log/log-search.ts"

export const settingsRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings",
    component: lazyRouteComponent(() => import("./account/AccountScreen.tsx"), "AccountScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/organization",
    component: lazyRouteComponent(() => import("./organization/OrganizationScreen.tsx"), "OrganizationScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/costs",
    validateSearch: only(({ month }) => defined({ month: textIn(month) })),
    component: lazyRouteComponent(() => import("./costs/CostsScreen.tsx"), "CostsScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/people",
    validateSearch: only(listIn),
    component: lazyRouteComponent(() => import("./people/PeopleScreen.tsx"), "PeopleScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/keys",
    validateSearch: only(listIn),
    component: lazyRouteComponent(() => import("./credentials/KeysScreen.tsx"), "KeysScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/speech",
    component: lazyRouteComponent(() => import("./speech/SpeechScreen.tsx"), "SpeechScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/models",
    component: lazyRouteComponent(() => import("./models/ModelsScreen.tsx"), "ModelsScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/accounts",
    validateSearch: only(listIn),
    component: lazyRouteComponent(() => import("./people/AccountsScreen.tsx"), "AccountsScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/admin-tokens",
    validateSearch: only(listIn),
    component: lazyRouteComponent(() => import("./credentials/AdminTokensScreen.tsx"), "AdminTokensScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/encryption",
    component: lazyRouteComponent(() => import("./service/EncryptionScreen.tsx"), "EncryptionScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/webhook",
    validateSearch: only(listIn),
    component: lazyRouteComponent(() => import("./webhook/WebhookScreen.tsx"), "WebhookScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/tool-headers",
    component: lazyRouteComponent(() => import("./tools/ToolHeadersScreen.tsx"), "ToolHeadersScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/mcp-servers",
    component: lazyRouteComponent(() => import("./tools/McpServersScreen.tsx"), "McpServersScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/law",
    validateSearch: only(({ place }) => defined({ place: textIn(place) })),
    component: lazyRouteComponent(() => import("./law/LawScreen.tsx"), "LawScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/caller-ids",
    component: lazyRouteComponent(() => import("./callers/CallerIdsScreen.tsx"), "CallerIdsScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/transfer-targets",
    component: lazyRouteComponent(() => import("./TransferTargetsScreen.tsx"), "TransferTargetsScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/log",
    validateSearch: only(logSearchIn),
    component: lazyRouteComponent(() => import("./log/SecurityLogScreen.tsx"), "SecurityLogScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/service-log",
    validateSearch: only(logSearchIn),
    component: lazyRouteComponent(() => import("./log/SecurityLogScreen.tsx"), "ServiceLogScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/doctor",
    component: lazyRouteComponent(() => import("./service/DoctorScreen.tsx"), "DoctorScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/settings/events",
    validateSearch: only(({ page, part }) =>
      defined({ part: oneOf(["dead-letters", "live"], part), page: pageIn(page) })
    ),
    component: lazyRouteComponent(() => import("./service/EventsScreen.tsx"), "EventsScreen")
  })
] as const
