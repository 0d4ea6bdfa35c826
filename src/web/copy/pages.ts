import type { Page } from '../../modules/catalogue/public.ts'
import { bacenCleanCopy } from './bacen-clean.ts'
import { cleanNameCopy } from './clean-name.ts'
import { cnhCopy } from './cnh-rehabilitation.ts'
import { contractReviewCopy } from './contract-review.ts'
import { creditRatingCopy } from './credit-rating.ts'
import { creditViabilityCopy } from './credit-viability.ts'
import { originalOf } from './editable.ts'
import { federalTaxCopy } from './federal-tax.ts'
import { footerCopy } from './footer.ts'
import { homeFinancingCopy } from './home-financing.ts'
import { landingCopy } from './landing.ts'
import { privacyWords } from './privacy.ts'
import { serasaScoreCopy } from './serasa-score.ts'
import { servicesCopy } from './services.ts'
import { termsWords } from './terms.ts'
import { trafficFinesCopy } from './traffic-fines.ts'
import { vehicleCopy } from './vehicle-financing.ts'

/** The release's texts of every page whose texts the shop may replace with its own. */
export const releasePages: readonly Page[] = [
  ...[landingCopy, servicesCopy, cleanNameCopy, creditRatingCopy, serasaScoreCopy, creditViabilityCopy],
  ...[bacenCleanCopy, contractReviewCopy, cnhCopy, trafficFinesCopy, vehicleCopy, homeFinancingCopy],
  ...[federalTaxCopy, footerCopy, termsWords, privacyWords],
].map(originalOf)
