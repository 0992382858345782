import type { Role } from '../../../shared/schema/user.ts'

/** An invented officer of the sample workspace. */
export interface SampleOfficer {
  readonly login: string
  readonly name: string
  readonly role: Role
}

/** A dozen invented officers. Any likeness to a living person is chance. */
export const officers: readonly SampleOfficer[] = [
  { login: 'a.diallo', name: 'Aminata Diallo', role: 'supervisor' },
  { login: 'j.brandt', name: 'Jörg Brandt', role: 'supervisor' },
  { login: 'm.oconnor', name: 'Maeve O’Connor', role: 'investigator' },
  { login: 'wang.lei', name: '王磊', role: 'investigator' },
  { login: 'n.haddad', name: 'نور حداد', role: 'investigator' },
  { login: 's.iyer', name: 'सुनीता अय्यर', role: 'investigator' },
  { login: 'd.sokolova', name: 'Дарья Соколова', role: 'investigator' },
  { login: 'k.tanaka', name: '田中 健一', role: 'investigator' },
  { login: 'r.castillo', name: 'Rocío Castillo', role: 'investigator' },
  { login: 't.nkosi', name: 'Thabo Nkosi', role: 'investigator' },
  { login: 'e.lindqvist', name: 'Elin Lindqvist', role: 'investigator' },
  { login: 'p.audit', name: 'Paula Whitcombe', role: 'auditor' },
]

/** An invented person or company that a sample case is about. */
export interface SampleSubject {
  readonly name: string
  readonly place: string
}

/** Invented subjects, three a story. */
export const subjects: readonly SampleSubject[] = [
  { name: 'Harriet Pell', place: 'Leeds' },
  { name: 'Ömer Yıldıray', place: 'İzmir' },
  { name: '陈思雨', place: '杭州' },
  { name: 'Лев Громов', place: 'Казань' },
  { name: 'ليلى المنصوري', place: 'أبوظبي' },
  { name: 'Quintessa Home Goods Ltd', place: 'Rotterdam' },
  { name: 'प्रिया रावत', place: 'जयपुर' },
  { name: '佐藤 美咲', place: '大阪' },
  { name: 'Joaquín Belmar', place: 'Valparaíso' },
  { name: 'Brisebois & Fils SARL', place: 'Lyon' },
  { name: 'Zawadi Otieno', place: 'Kisumu' },
  { name: 'Márton Kelemen', place: 'Győr' },
  { name: '김하늘', place: '부산' },
  { name: 'Northgate Marine Supply', place: 'Aberdeen' },
  { name: 'Ioana Văcărescu', place: 'Cluj' },
  { name: 'Ταξιάρχης Λάμπρου', place: 'Θεσσαλονίκη' },
  { name: 'Sanaa El Ghazi', place: 'Tangier' },
  { name: 'Grünwald Solartechnik GmbH', place: 'Erfurt' },
  { name: 'Tevita Fonoti', place: 'Suva' },
  { name: 'Nguyễn Thu Hà', place: 'Đà Nẵng' },
]
