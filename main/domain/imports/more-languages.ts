import type { ImportField } from '../../../shared/api/workspace.ts'
import type { CasePriority, CaseStatus } from '../../../shared/schema/case.ts'

/** Words of a table, separated by commas. */
export const tableWords = (text: string): readonly string[] => text.split(',').map((word) => word.trim())

/** The same lists with more words behind each. */
export const withMore = <Meaning extends string>(
  lists: Readonly<Record<Meaning, readonly string[]>>,
  more: Readonly<Partial<Record<Meaning, readonly string[]>>>,
): Readonly<Record<Meaning, readonly string[]>> =>
  Object.fromEntries(
    Object.entries<readonly string[]>(lists).map(([meaning, own]) => [
      meaning,
      [...own, ...(more[meaning as Meaning] ?? [])],
    ]),
  ) as unknown as Record<Meaning, readonly string[]>

/**
 * Headers in the languages whose code pages are read (`encoding/`): Czech, Slovak, Polish, Hungarian, Romanian, Croatian
 * and Serbian, Slovene, Turkish, Italian, Portuguese, Dutch, Swedish, Danish and Norwegian, Finnish, Greek, Ukrainian,
 * Bulgarian, Lithuanian, Latvian, Estonian, Hebrew, Persian, Korean, Vietnamese, Thai.
 */
export const moreHeaders: Readonly<Partial<Record<ImportField, readonly string[]>>> = {
  reference: tableWords(
    `číslo, číslo případu, číslo prípadu, spisová značka, numer, numer sprawy, sygnatura, szám, ügyszám, azonosító, număr, număr dosar, nr, broj, broj predmeta,
    številka, numara, dosya no, dosya numarası, numero, numero pratica, riferimento, número, referência, número do processo, nummer, zaaknummer, dossiernummer, ärendenummer, diarienummer, sagsnummer, saksnummer,
    numero, asianumero, αριθμός, αριθμός υπόθεσης, κωδικός, номер справи, номер на случай, номер на дело, numeris, bylos numeris, numurs, lietas numurs, number, juhtumi number, מספר, מספר תיק, شماره, شماره پرونده,
    번호, 사건번호, 관리번호, số, mã, mã hồ sơ, số hồ sơ, เลขที่, หมายเลข, เลขคดี`,
  ),
  title: tableWords(
    `název, názov, nadpis, předmět, predmet, tytuł, nazwa, temat, cím, megnevezés, tárgy, titlu, denumire, subiect, naslov, naziv, naslov zadeve, başlık, baslik, başlik, konu, ad, titolo, oggetto, assunto, nome,
    onderwerp, omschrijving kort, rubrik, ämne, emne, overskrift, otsikko, aihe, τίτλος, θέμα, назва, заглавие, наименование, pavadinimas, antraštė, nosaukums, virsraksts, pealkiri, nimetus, כותרת, נושא, شرح مختصر,
    제목, 건명, 사건명, tiêu đề, tên, chủ đề, ชื่อเรื่อง, หัวข้อ`,
  ),
  description: tableWords(
    `popis, podrobnosti, opis, szczegóły, leírás, részletek, descriere, detalii, opis predmeta, podrobno, açıklama, aciklama, ayrıntılar, descrizione, dettagli, descrição, detalhes, omschrijving, beschrijving, toelichting,
    beskrivning, beskrivelse, kuvaus, περιγραφή, λεπτομέρειες, опис, подробиці, описание, подробности, aprašymas, apraksts, kirjeldus, תיאור, פרטים, توضیحات, شرح, 설명, 내용, 상세, mô tả, nội dung, chi tiết, รายละเอียด, คำอธิบาย`,
  ),
  priority: tableWords(
    `priorita, naléhavost, závažnost, závažnosť, priorytet, pilność, ważność, prioritás, fontosság, sürgősség, prioritate, urgență, prioritet, hitnost, prednost, nujnost, öncelik, oncelik, aciliyet, priorità, urgenza, gravità,
    prioridade, urgência, gravidade, prioriteit, urgentie, prioritet, angelägenhet, hastegrad, prioriteetti, kiireellisyys, προτεραιότητα, пріоритет, терміновість, приоритет, спешност, prioritetas, skubumas, prioritāte, prioriteet,
    עדיפות, דחיפות, اولویت, 우선순위, 중요도, 긴급도, ưu tiên, mức độ ưu tiên, ความสำคัญ, ลำดับความสำคัญ`,
  ),
  status: tableWords(
    `stav, status sprawy, állapot, státusz, stare, stanje, durum, statü, stato, situação, tillstånd, läge, tilstand, tila, κατάσταση, стан, състояние, būsena, statuss, olek, סטטוס, מצב, وضعیت, 상태, 진행상태, trạng thái, สถานะ`,
  ),
  created_at: tableWords(
    `vytvořeno, datum vytvoření, vytvorené, dátum vytvorenia, dátum, utworzono, data utworzenia, létrehozva, létrehozás dátuma, dátum, creat la, data creării, kreirano, datum kreiranja, ustvarjeno, oluşturulma tarihi, tarih, açılış tarihi,
    data di creazione, creato il, data de criação, criado em, aangemaakt op, aanmaakdatum, skapad, skapad datum, oprettet, opprettet, luotu, luontipäivä, ημερομηνία, ημερομηνία δημιουργίας, дата створення, създаден на, дата на създаване,
    sukurta, sukūrimo data, izveidots, loodud, תאריך, תאריך פתיחה, تاریخ ایجاد, 생성일, 등록일, 접수일, ngày tạo, ngày, วันที่, วันที่สร้าง`,
  ),
  sla_due_at: tableWords(
    `termín, splatnost, termin, termin realizacji, határidő, termen, termen limită, son tarih, bitiş tarihi, scadenza, prazo, vencimento, vervaldatum, uiterste datum, förfallodatum, forfaldsdato, frist, määräaika, προθεσμία, термін,
    срок, terminas, termiņš, tähtaeg, תאריך יעד, سررسید, 마감일, 기한, hạn, thời hạn, กำหนดส่ง`,
  ),
  owner: tableWords(
    `vlastník, řešitel, riešiteľ, zodpovědný, właściciel, prowadzący, przypisany do, felelős, tulajdonos, responsabil, vlasnik, zadužen, lastnik, sorumlu, sahibi, atanan, responsabile, assegnatario, responsável, atribuído a, eigenaar, behandelaar,
    ägare, handläggare, ansvarig, ejer, ansvarlig, sagsbehandler, saksbehandler, omistaja, käsittelijä, υπεύθυνος, відповідальний, отговорник, atsakingas, atbildīgais, vastutaja, אחראי, بازپرس, 담당자, người phụ trách, ผู้รับผิดชอบ`,
  ),
}

export const morePriorities: Readonly<Partial<Record<CasePriority, readonly string[]>>> = {
  low: tableWords(
    `nízká, nízky, nízka, niski, niska, niskie, alacsony, scăzută, scăzut, mică, nisko, nizak, nizka, düşük, dusuk, bassa, basso, baixa, baixo, laag, låg, lav, matala, χαμηλή, низький, низька, нисък, ниска, žemas, zema, zems, madal, נמוכה, נמוך, کم, پایین, 낮음, thấp, ต่ำ`,
  ),
  medium: tableWords(
    `střední, stredná, stredný, średni, średnia, średnie, közepes, medie, mediu, srednji, srednja, srednje, orta, media, medio, média, médio, gemiddeld, middel, medel, mellan, mellem, middels, keskitaso, normaali, μεσαία, μέτρια, середній, середня,
    среден, средна, vidutinis, vidēja, keskmine, בינונית, בינוני, متوسط, 보통, 중간, trung bình, ปานกลาง`,
  ),
  high: tableWords(
    `vysoká, vysoký, wysoki, wysoka, wysokie, magas, ridicată, ridicat, mare, visok, visoka, visoko, yüksek, yuksek, alta, alto, hoog, hög, høj, høy, korkea, υψηλή, високий, висока, висок, aukštas, augsta, kõrge, גבוהה, גבוה, زیاد, بالا, 높음, cao, สูง`,
  ),
  urgent: tableWords(
    `kritická, kritický, krytyczny, krytyczna, krytyczne, kritikus, critică, critic, kritičan, kritična, kritik, acil, critica, critico, crítica, crítico, kritiek, kritisk, kriittinen, κρίσιμη, критичний, критична, критичен, kritinis, kritiska,
    kriitiline, קריטית, קריטי, بحرانی, 긴급, 치명적, khẩn cấp, nghiêm trọng, วิกฤต, เร่งด่วน`,
  ),
}

export const moreStatuses: Readonly<Partial<Record<CaseStatus, readonly string[]>>> = {
  open: tableWords(
    `otevřený, otevřeno, otvorený, otwarta, otwarty, nowa, nowy, nyitott, új, deschis, nou, otvoren, novo, odprto, açık, acik, yeni, aperto, aperta, nuovo, aberto, aberta, novo, nieuw, öppen, ny, åben, åpen, avoin, uusi, ανοιχτή, νέα,
    відкрито, нова, отворен, нов, atidaryta, nauja, atvērts, jauns, avatud, uus, פתוח, חדש, باز, جدید, 열림, 신규, 접수, mở, mới, เปิด, ใหม่`,
  ),
  closed: tableWords(
    `uzavřený, uzavřeno, uzavretý, zamknięta, zamknięty, zamknięte, lezárt, închis, zatvoren, zaprto, kapalı, kapali, kapandı, chiuso, chiusa, fechado, fechada, encerrado, gesloten, afgesloten, stängd, avslutad, lukket, afsluttet, avsluttet,
    suljettu, κλειστή, закрито, закрита, приключен, затворен, uždaryta, slēgts, suletud, סגור, بسته, 종결, 완료, đóng, đã đóng, ปิด`,
  ),
}
