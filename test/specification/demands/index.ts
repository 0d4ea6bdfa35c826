import type { Demand } from '../demand.ts'
import { accounts } from './section-2-accounts.ts'
import { buying } from './section-2-buying.ts'
import { routes } from './section-2-routes.ts'
import { servicesShown } from './section-2-services.ts'
import { shell } from './section-2-shell.ts'
import { section3 } from './section-3.ts'
import { section4 } from './section-4.ts'
import { section5 } from './section-5.ts'
import { section6 } from './section-6.ts'
import { section7 } from './section-7.ts'
import { section8 } from './section-8.ts'
import { section9 } from './section-9.ts'
import { offers } from './section-9-offers.ts'

/** All demands of the specification, in its order. */
export const demands: readonly Demand[] = [
  ...routes,
  ...shell,
  ...accounts,
  ...servicesShown,
  ...buying,
  ...section3,
  ...section4,
  ...section5,
  ...section6,
  ...section7,
  ...section8,
  ...offers,
  ...section9,
]
