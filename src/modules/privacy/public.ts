export {
  type ConsentPurpose,
  isConsentPurpose,
  isRequestKind,
  LINK_MINUTES,
  MAX_WORDS,
  type RequestKind,
  type RequestList,
  type RequestStatus,
} from './domain/request.ts'
