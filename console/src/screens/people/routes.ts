import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shellRoute } from "../../app/shell-route.ts"
import { defined, listIn, only, pageIn, textIn } from "../../ui/browser/address.ts"

export const peopleRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/people",
    validateSearch: only(listIn),
    component: lazyRouteComponent(() => import("./contacts/ContactsScreen.tsx"), "ContactsScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/people/$contactId",
    component: lazyRouteComponent(() => import("./contacts/ContactScreen.tsx"), "ContactScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/people/audiences",
    validateSearch: only(listIn),
    component: lazyRouteComponent(() => import("./audiences/AudiencesScreen.tsx"), "AudiencesScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/people/audiences/$audienceId",
    validateSearch: only(listIn),
    component: lazyRouteComponent(() => import("./audiences/AudienceScreen.tsx"), "AudienceScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/people/do-not-contact",
    validateSearch: only(listIn),
    component: lazyRouteComponent(() => import("./do-not-contact/DoNotContactScreen.tsx"), "DoNotContactScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/people/registries",
    component: lazyRouteComponent(() => import("./registries/RegistriesScreen.tsx"), "RegistriesScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/people/consent",
    validateSearch: only(listIn),
    component: lazyRouteComponent(() => import("./consent/ConsentScreen.tsx"), "ConsentScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/people/imports",
    validateSearch: only(listIn),
    component: lazyRouteComponent(() => import("./imports/ImportsScreen.tsx"), "ImportsScreen")
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: "/people/imports/$importId",
    validateSearch: only(({ audience, page }) => defined({ page: pageIn(page), audience: textIn(audience) })),
    component: lazyRouteComponent(() => import("./imports/ImportScreen.tsx"), "ImportScreen")
  })
] as const
