"""Lessons: one engine for the courses of all games. It is given moves and says what to show.

The steps themselves are data of the games (`core/lesson.py`). Progress is not stored here: front
ends keep the numbers of the completed steps.
"""

from palamedes.lessons.course import Course, all_courses, find_course
from palamedes.lessons.guide import ExamplePage, GuidePage, Picture, SectionPage, find_guide
from palamedes.lessons.run import Answer, LessonRun, StepRun

__all__ = [
    "Answer",
    "Course",
    "ExamplePage",
    "GuidePage",
    "LessonRun",
    "Picture",
    "SectionPage",
    "StepRun",
    "all_courses",
    "find_course",
    "find_guide",
]
