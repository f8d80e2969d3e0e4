/** The four lists an application can stand in. */
export type ApplicationList =
  | 'qualificationReview'
  | 'dataApplication'
  | 'approved'
  | 'termination';

/** Metadata of a state for tools and views: its status code and the list it stands in. */
export interface ApplicationStatus {
  code: number;
  list: ApplicationList;
}

/** Tags by which views and queries group states. */
export type ApplicationTag =
  | 'supplementable'
  | 'requestersTurn'
  | 'holdersTurn'
  | 'withheld'
  | 'suspended'
  | 'downloadable'
  | 'ended'
  | 'decided'
  | 'endedByHolder';
