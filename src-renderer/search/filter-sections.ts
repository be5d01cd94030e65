import type { Component } from 'vue'
import CategoryFilter from './filters/CategoryFilter.vue'
import ColorFilter from './filters/ColorFilter.vue'
import DateFilter from './filters/DateFilter.vue'
import EquipmentFilter from './filters/EquipmentFilter.vue'
import FaceFilter from './filters/FaceFilter.vue'
import FileFilter from './filters/FileFilter.vue'
import FlagFilter from './filters/FlagFilter.vue'
import PeopleFilter from './filters/PeopleFilter.vue'
import PlaceFilter from './filters/PlaceFilter.vue'
import PrivacyFilter from './filters/PrivacyFilter.vue'
import RatingFilter from './filters/RatingFilter.vue'
import StatusFilter from './filters/StatusFilter.vue'
import TagFilter from './filters/TagFilter.vue'

/** The sections of the filter panel, always in this order; each edits the text of the search. */
export const filterSections: readonly Component[] = [
  RatingFilter,
  FlagFilter,
  DateFilter,
  PlaceFilter,
  TagFilter,
  ColorFilter,
  PeopleFilter,
  FaceFilter,
  EquipmentFilter,
  FileFilter,
  CategoryFilter,
  PrivacyFilter,
  StatusFilter,
]
