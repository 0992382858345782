import { Button, SegmentedControl, Textarea, TextInput, Input } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMemo, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { casePriorities } from '../../../shared/schema/case.ts'
import { descriptionMax, titleMax } from '../../../shared/schema/text.ts'
import { useCreateCase } from '../../data/queries/cases.ts'
import { useWorkspace, type Me } from '../../data/queries/session.ts'
import { useSendKey } from '../../data/useSendKey.ts'
import { closeDialog, useDialogs } from '../../state/dialogs.ts'
import { useDraft } from '../../state/drafts.ts'
import { openCase } from '../../state/route.ts'
import { AccessChoice, type ChosenAccess } from '../../ui/AccessChoice.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Keys } from '../../ui/Keys.tsx'
import { PriorityMark } from '../../ui/PriorityMark.tsx'
import { checkForm, formFromDraft, type FormErrors, type NewCaseForm } from './model.ts'
import classes from './newCase.module.css'

/** The form that is kept as a draft, what is wrong with it, and its sending. */
const useNewCase = () => {
  const { t } = useTranslation()
  const [draft, setDraft, clearDraft] = useDraft('new-case', null)
  const form = useMemo(() => formFromDraft(draft), [draft])
  const [errors, setErrors] = useState<FormErrors>({})
  const create = useCreateCase()
  const key = useSendKey()

  const set = (change: Partial<NewCaseForm>): void => {
    setDraft(JSON.stringify({ ...form, ...change }))
    setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))))
  }
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    if (create.isPending) return
    const checked = checkForm(form)
    if (checked.body === null) {
      setErrors(checked.errors)
      const first = Object.keys(checked.errors)[0]
      document.querySelector<HTMLElement>(`[data-new-case="${first}"]`)?.focus()
      return
    }
    create.mutate(
      { body: checked.body, idempotencyKey: key.of(JSON.stringify(checked.body)) },
      {
        onSuccess: ({ data }) => {
          key.done()
          clearDraft()
          closeDialog()
          notifications.show({ message: t('newCase.created', { number: data.case_number }) })
          openCase(data.id)
        },
      },
    )
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  const field = (name: 'title' | 'description' | 'customer' | 'account' | 'alerts') => ({
    'data-new-case': name,
    value: form[name],
    error:
      errors[name] === undefined
        ? undefined
        : t(`newCase.error.${errors[name]}`, { max: name === 'title' ? titleMax : descriptionMax }),
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  return { form, errors, draft, clearDraft, create, set, field, submit, onKeyDown }
}

/** Whoever opens a case for named people or a team stays one of them, unless they take themselves out. */
const withOneself = (next: ChosenAccess, before: ChosenAccess, userId: number): ChosenAccess =>
  next.rule !== before.rule && next.rule !== 'everyone' && next.people.length === 0
    ? { ...next, people: [String(userId)] }
    : next

const NewCaseFields = ({ me }: { readonly me: Me }) => {
  const { t } = useTranslation()
  const { form, errors, draft, clearDraft, create, set, field, submit, onKeyDown } = useNewCase()
  const hours = useWorkspace().data?.policy.sla_hours
  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} className={classes.form} noValidate>
      <TextInput
        label={t('newCase.titleField')}
        description={t('newCase.titleHint')}
        {...field('title')}
        dir="auto"
        size="sm"
        required
        data-autofocus
      />
      <Textarea
        label={t('newCase.description')}
        description={t('newCase.descriptionHint')}
        {...field('description')}
        dir="auto"
        size="sm"
        required
        autosize
        minRows={5}
        maxRows={12}
      />
      <Input.Wrapper
        label={t('newCase.priority')}
        description={hours === undefined ? undefined : t('newCase.due', { hours: hours[form.priority] })}
        labelElement="div"
      >
        <SegmentedControl
          aria-label={t('newCase.priority')}
          fullWidth
          value={form.priority}
          onChange={(value) => set({ priority: value })}
          data={casePriorities.map((priority) => ({ value: priority, label: <PriorityMark priority={priority} /> }))}
        />
      </Input.Wrapper>
      <fieldset className={classes.links}>
        <legend>{t('newCase.links')}</legend>
        <TextInput label={t('newCase.customer')} {...field('customer')} inputMode="numeric" />
        <TextInput label={t('newCase.account')} {...field('account')} inputMode="numeric" />
        <TextInput label={t('newCase.alerts')} placeholder={t('newCase.alertsHint')} {...field('alerts')} />
      </fieldset>
      <AccessChoice
        value={form.access}
        onChange={(access) => set({ access: withOneself(access, form.access, me.user.id) })}
      />
      {errors.access === undefined ? null : <p className={classes.fault}>{t('access.incomplete')}</p>}
      {create.error === null ? null : <ErrorState error={create.error} compact />}
      <div className={classes.foot}>
        {draft === '' ? null : (
          <Button variant="subtle" color="gray" onClick={clearDraft}>
            {t('newCase.clear')}
          </Button>
        )}
        <span className={classes.hint}>
          <Keys shortcut="mod+enter" />
        </span>
        <Button variant="default" onClick={closeDialog}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={create.isPending}>
          {t('newCase.submit')}
        </Button>
      </div>
    </form>
  )
}

/** Opens a case. What is typed stays until it is sent or cleared, also over Escape, a refusal or an ended session. */
export const NewCaseDialog = ({ me }: { readonly me: Me }) => {
  const { t } = useTranslation()
  const opened = useDialogs((dialogs) => dialogs.open === 'new-case')
  return (
    <Dialog opened={opened} onClose={closeDialog} title={t('newCase.title')} size={620} closeOnClickOutside={false}>
      <NewCaseFields me={me} />
    </Dialog>
  )
}
